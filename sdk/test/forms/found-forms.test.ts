/** Forms in which a match was once not played: their seeds, so that each cause is tried in every run. */
import { expect, it } from "vitest";
import { seededRandom } from "../../src/index.js";
import { callingForm } from "./calling-form.js";
import { canonicalForm } from "./canonical-form.js";
import { otherWords } from "./other-words.js";
import { playWithManager } from "./play-with-manager.js";
import { playWithPlayers } from "./play-with-players.js";
import { playWithReferee } from "./play-with-referee.js";
import { type RandomForm, randomForm } from "./random-form.js";
import { familiar } from "./vocabulary.js";

const formOf = (seed: number, words = familiar) => randomForm(seededRandom(`form/${seed}`), seed, words);

it.each([
  [6, "an internal error about the object of a whole announcement"],
  [63, "an internal error about the object of a whole order, for a referee without orders"],
  [336, "a report without a type in one object"],
])("a referee of form %i runs its match: %s", async (seed) => {
  expect(await playWithReferee(formOf(seed))).toEqual({ why: undefined, broken: [] });
});

it.each([
  [44, "a message without a type in one object"],
  [55, "the match under another name"],
])("a referee that calls in form %i plays with our players: %s", async (seed) => {
  expect(await playWithReferee(canonicalForm, callingForm(formOf(seed)))).toEqual({
    why: undefined,
    broken: [],
  });
});

const plays = {
  players: (form: RandomForm) => playWithPlayers(form),
  referee: (form: RandomForm) => playWithReferee(form),
  manager: playWithManager,
};

it.each([
  ["manager", 11, "a report acknowledged with null in a tool's content"],
  ["manager", 15, "a report acknowledged with null"],
  ["manager", 58, "a report acknowledged with HTTP 204, after answers without a version of JSON-RPC"],
  ["referee", 32, "an order acknowledged with words"],
  ["referee", 42, "an order acknowledged with success, and no report"],
  ["players", 2, "an announcement acknowledged in a tool's content"],
  ["players", 66, "an announcement acknowledged with words"],
] as const)("the %s of form %i gets each message with an effect once: %s", async (...[role, seed]) => {
  expect((await plays[role](formOf(seed, otherWords))).broken).toEqual([]);
});

it("a referee whose members have a single letter in PascalCase gets the addresses of the players", async () => {
  expect((await playWithReferee(formOf(32, otherWords))).why).toBeUndefined();
});
