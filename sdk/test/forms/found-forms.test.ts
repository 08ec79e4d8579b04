/** Forms in which a match was once not played: their seeds, so that each cause is tried in every run. */
import { expect, it } from "vitest";
import { seededRandom } from "../../src/index.js";
import { callingForm } from "./calling-form.js";
import { canonicalForm } from "./canonical-form.js";
import { playWithReferee } from "./play-with-referee.js";
import { randomForm } from "./random-form.js";

const formOf = (seed: number) => randomForm(seededRandom(`form/${seed}`), seed);

it.each([
  [6, "an internal error about the object of a whole announcement"],
  [63, "an internal error about the object of a whole order, for a referee without orders"],
  [336, "a report without a type in one object"],
])("a referee of form %i runs its match: %s", async (seed) => {
  expect(await playWithReferee(formOf(seed))).toBeUndefined();
});

it.each([
  [44, "a message without a type in one object"],
  [55, "the match under another name"],
])("a referee that calls in form %i plays with our players: %s", async (seed) => {
  expect(await playWithReferee(canonicalForm, callingForm(formOf(seed)))).toBeUndefined();
});
