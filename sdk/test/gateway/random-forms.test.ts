/** Agents of random forms that no profile describes play a match with ours, and get no message with an effect twice. */
import { describe, test } from "vitest";
import { callingForm } from "../forms/calling-form.js";
import { canonicalForm } from "../forms/canonical-form.js";
import { heldOutWords } from "../forms/held-out-words.js";
import { playWithManager } from "../forms/play-with-manager.js";
import { playWithPlayers } from "../forms/play-with-players.js";
import { playWithReferee } from "../forms/play-with-referee.js";
import type { RandomForm } from "../forms/random-form.js";
import { count, formsLimit, tryForms } from "../forms/try-forms.js";

const all = [
  ["players of such a form in our league", (form: RandomForm) => playWithPlayers(form)],
  ["players that register canonically", (form: RandomForm) => playWithPlayers(form, true)],
  ["a referee of such a form in our league", (form: RandomForm) => playWithReferee(form)],
  [
    "our players under a referee of such a form",
    (form: RandomForm) => playWithReferee(canonicalForm, callingForm(form)),
  ],
  ["our agents in a league of such a form", playWithManager],
] as const;

const plays = all.filter(([what]) => what.includes(process.env.PLAY ?? ""));

describe.each(plays)(`%s (${count} forms)`, (_what, play) => {
  test("usual words", formsLimit, () => tryForms(0.95, play));
  test("words held out", formsLimit, () => tryForms(0.85, play, heldOutWords));
});
