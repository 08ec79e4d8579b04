/** Seeds of forms in which a match was not played earlier: each cause is tested in every run. */
import { expect, it } from "vitest";
import { seededRandom } from "../../src/index.js";
import { callingForm } from "./calling-form.js";
import { canonicalForm } from "./canonical-form.js";
import { furtherWords } from "./further-words.js";
import { heldOutWords } from "./held-out-words.js";
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
  caller: (form: RandomForm) => playWithReferee(canonicalForm, callingForm(form)),
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

it.each([
  ["manager", 35, "the model of a method without a known word"],
  ["manager", 36, "the id of a match named like that of a conversation"],
  ["manager", 37, "an order with ids beside their addresses"],
  ["manager", 45, "a described member in another spelling"],
  ["manager", 52, "an order with numbers beside addresses"],
  ["manager", 57, "the own id in an acceptance under an unknown name"],
  ["manager", 70, "an acceptance in another spelling at /register"],
  ["manager", 72, "the end of the league under an unknown name"],
  ["manager", 97, "an internal error about the object of a whole registration"],
  ["manager", 118, "the number of a match"],
  ["referee", 14, "a name of the announcement with one known word"],
  ["referee", 21, "a tool without content, which is no order"],
  ["referee", 35, "a report under a name without a known word"],
  ["referee", 36, "the id of a match named like that of a conversation"],
  ["referee", 38, "members of an order in kebab-case, missed one by one"],
  ["referee", 39, "a member of the contract missed in one place only"],
  ["referee", 42, "a report before the answer to its order"],
  ["referee", 261, "an announcement with addresses, acknowledged unreadably"],
  ["referee", 286, "a described object around the message under an unknown name"],
  ["players", 2, "a boolean in a tool's content, with names in PascalCase"],
  ["players", 31, "words as a whole body"],
  ["players", 36, "an answer with a time as a number"],
  ["caller", 25, "a role in unknown words"],
  ["caller", 28, "names of one word in PascalCase"],
  ["caller", 36, "a time limit as a number"],
  ["caller", 49, "a renamed member next to an object in a nested one"],
] as const)("the %s of form %i with further words plays a match: %s", async (...[role, seed]) => {
  expect(await plays[role](formOf(seed, furtherWords))).toEqual({ why: undefined, broken: [] });
});

it.each([
  ["caller", 178, "a bare sender with the members of the contract under names in lower case"],
  ["caller", 185, "whole seconds in a message with other spelling"],
  ["caller", 193, "the match that the conversation names, and no round"],
  ["caller", 272, "a digit in the name of a tool, and a call with counts of results"],
  ["referee", 126, "one method beside that for announcements"],
] as const)("the %s of form %i with held-out words plays a match: %s", async (...[role, seed]) => {
  expect(await plays[role](formOf(seed, heldOutWords))).toEqual({ why: undefined, broken: [] });
});

it("a referee gets one order under a name of another message, and no second one", async () => {
  const form = formOf(83, furtherWords);
  const methods = { ...form.methods, LEAGUE_COMPLETED: "begin_ceremony" };
  const played = await playWithReferee({ ...form, methods });
  expect(played).toEqual({ why: "the referee has begun 0 matches", broken: [] });
});
