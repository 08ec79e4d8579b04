/** Whole forms that differ from one of the documents in one thing, or that were once not understood. */

import { seededRandom } from "../../src/index.js";
import { callingForm } from "../forms/calling-form.js";
import { canonicalForm } from "../forms/canonical-form.js";
import { furtherWords } from "../forms/further-words.js";
import type { Habits } from "../forms/habits.js";
import { heldOutWords } from "../forms/held-out-words.js";
import type { Outcome } from "../forms/outcome.js";
import { playWithManager } from "../forms/play-with-manager.js";
import { playWithPlayers } from "../forms/play-with-players.js";
import { playWithReferee } from "../forms/play-with-referee.js";
import { type RandomForm, randomForm } from "../forms/random-form.js";
import { familiar, type Words } from "../forms/vocabulary.js";
import { both, type Case, type Cases } from "./cases.js";

const usual: Habits = {
  ...{ methodCase: "snake", prefix: "", suffix: "", memberCase: "snake" },
  ...{ ack: "whole", join: "whole", choice: "whole", status: 200, rpc: "whole", failsWith200: false },
  ...{ numbers: "number", clock: "as_form", roles: undefined, numericIds: false, result: "documents" },
};
const habits = (changed: Partial<Habits>): Partial<RandomForm> => ({ habits: { ...usual, ...changed } });
const one = { place: "message", names: "one" } as const;

type Play = (form: RandomForm, strict: boolean) => Promise<Outcome>;
// They register as the documents do, so that a strict manager admits them.
const players: Play = (form, strict) => playWithPlayers(form, undefined, strict, true);
const referee: Play = (form, strict) => playWithReferee(form, undefined, strict, canonicalForm);
const inOwnForm: Play = (form, strict) => playWithReferee(form, undefined, strict);
const manager: Play = playWithManager;
const caller: Play = (form, strict) => playWithReferee(canonicalForm, callingForm(form), strict);

const change = (play: Play, changed: Partial<RandomForm>): Case =>
  both(async (strict) => (await play({ ...canonicalForm, ...changed }, strict)).why === undefined);
const seed = (play: Play, number: number, words: Words = familiar): Case =>
  both(async (strict) => {
    const form = randomForm(seededRandom(`form/${number}`), number, words);
    return (await play(form, strict)).why === undefined;
  });

export const forms: Cases = {
  "a time in an answer as a number": change(players, habits({ clock: "epoch" })),
  "a time in an answer without a zone": change(players, habits({ clock: "no_zone" })),
  "an answer without an id of JSON-RPC": change(players, habits({ rpc: "no_id" })),
  "an answer without a version of JSON-RPC": change(players, habits({ rpc: "no_version" })),
  "an error with a text only": change(players, {
    ...{ ...one, members: { match_id: "game_id" }, errors: "names_fields" },
    ...habits({ failsWith200: true }),
  }),
  "a match started by its announcement": change(referee, { start: "announcement" }),
  "members renamed as a refusal names them": change(players, {
    ...{ ...one, members: { match_id: "game_id", parity_choice: "answer" }, errors: "names_fields" },
  }),
  "content nested as a refusal names it": change(players, {
    ...{ ...one, nests: { CHOOSE_PARITY_CALL: "data" }, errors: "names_fields" },
  }),
  "ids as numbers, as a player requires them": change(players, {
    ...{ ...one, ...habits({ numericIds: true, memberCase: "camel" }) },
  }),
  "an internal error about a whole announcement": seed(inOwnForm, 6),
  "an internal error about a whole order": seed(referee, 63),
  "a method beside that for announcements": seed(referee, 126, heldOutWords),
  "the match that the conversation names": seed(caller, 193, heldOutWords),
  "a model of a name without a known word": seed(manager, 35, furtherWords),
  "members of an order, missed one by one": seed(referee, 38, furtherWords),
  "a described object around the message": seed(referee, 286, furtherWords),
  "a member of the contract missed in one place": seed(referee, 39, furtherWords),
};
