/** Answers of players to the calls of our referee, and to the notices of our league manager. */
import { ownTypes } from "../wire/wild/players-in-plain-words.js";
import { playersWithOwnSpellings } from "../wire/wild/players-with-own-spellings.js";
import { both, type Case, type Cases } from "./cases.js";
import { type Answers, plays, scripted } from "./scripted-player.js";

const answering = (answers: Answers): Case => both((strict) => plays(scripted(answers), strict));
const invited = (result: unknown) => answering({ GAME_INVITATION: () => ({ result }) });
const chosen = (result: unknown) => answering({ CHOOSE_PARITY_CALL: () => ({ result }) });
const over = (result: unknown) => answering({ GAME_OVER: () => ({ result }) });
/** All answers are whole messages with these members. */
const always = (members: object) => answering({ any: ({ whole }) => ({ result: { ...whole, ...members } }) });

const inSessions = playersWithOwnSpellings.find((make) => make().name === "in sessions");

export const answers: Cases = {
  "ACK as status": over({ status: "ACK" }),
  "received as acknowledgement": over({ received: true }),
  "a type that ends with ACKNOWLEDGED": over({ message_type: "RESULT_ACKNOWLEDGED" }),
  "ok as status": over({ status: "ok" }),
  "an answer in a member": answering({ CHOOSE_PARITY_CALL: ({ whole }) => ({ result: { message: whole } }) }),
  "ok with the expected type": chosen({
    ...{ status: "ok", message_type: "CHOOSE_PARITY_RESPONSE" },
    parity_choice: "even",
  }),
  "ok with a choice": chosen({ status: "ok", parity_choice: "even" }),
  "an acknowledgement of an invitation": invited({ status: "ACK" }),
  "a choice in capitals under another name": chosen({ choice: "EVEN" }),
  "a choice in a list": chosen({ my: { pick: ["even"] } }),
  "HTTP 204 to a notice": answering({ GAME_OVER: () => ({ status: 204, body: undefined }) }),
  "HTTP 202 to an invitation": answering({ GAME_INVITATION: () => ({ status: 202, body: undefined }) }),
  "an answer in data": answering({
    CHOOSE_PARITY_CALL: ({ whole }) => ({ body: { status: "success", data: whole } }),
  }),
  "the choice alone": chosen("even"),
  "true to an invitation": invited(true),
  "null to a notice": over(null),
  "a choice in words": chosen("I choose even."),
  "consent in words": invited("I am in"),
  "words as a whole body": answering({ GAME_OVER: () => ({ body: "got it" }) }),
  "a choice in the content of a tool": chosen({ content: [{ type: "text", text: "even" }] }),
  "not initialized": both(async (strict) => inSessions !== undefined && plays(inSessions(), strict)),
  "a refused name with its words in reverse order": both((strict) => plays(ownTypes, strict, false)),
  "an answer without an envelope": chosen({ match_id: "R1M1", player_id: "P02", parity_choice: "even" }),
  "another conversation in answers": always({ conversation_id: "conv-own" }),
  "no conversation in answers": always({ conversation_id: undefined }),
  "an empty token in answers": always({ auth_token: "" }),
  "another id in answers": always({ player_id: "P77", sender: "player:P77" }),
};
