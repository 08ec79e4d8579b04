/** League managers of random forms: our player and referee register there, play, and report. */
import { expect, test } from "vitest";
import { seededRandom } from "../../src/index.js";
import { playWithManager } from "./play-with-manager.js";
import { describeForm, randomForm } from "./random-form.js";
import { count, formsLimit, tryForms } from "./try-forms.js";

test(`our agents play in leagues of ${count} random forms at their defaults`, formsLimit, () =>
  tryForms(0.9, playWithManager),
);

/** In a member of params (twice), in tools that are listed, and in tools that are not. */
test.each([66, 348, 101, 480])(
  "a league that reads times without a fraction only is understood: form %d",
  async (seed) => {
    const form = randomForm(seededRandom(`form/${seed}`), seed);
    expect(describeForm(form)).toMatch(/times (offset_)?seconds!/);
    expect(await playWithManager(form)).toEqual({ why: undefined, broken: [] });
  },
);
