/** Referees of random forms in a league of ours: the match start is found, and the report is understood. */
import { test } from "vitest";
import { callingForm } from "./calling-form.js";
import { canonicalForm } from "./canonical-form.js";
import { otherWords } from "./other-words.js";
import { playWithReferee } from "./play-with-referee.js";
import { count, formsLimit, tryForms } from "./try-forms.js";

test(`referees of ${count} random forms run a match at the defaults`, formsLimit, () =>
  tryForms(0.9, (form) => playWithReferee(form)),
);

test(`referees call our players in ${count} random forms of their own`, formsLimit, () =>
  tryForms(0.9, (form) => playWithReferee(canonicalForm, callingForm(form))),
);

test(`referees call our players in ${count} forms with other words and habits`, formsLimit, () =>
  tryForms(0.75, (form) => playWithReferee(canonicalForm, callingForm(form)), otherWords),
);
