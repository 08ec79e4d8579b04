/** Referees that take for an answer what is none. */
import type { IncomingReply } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { all, onCall, type Send } from "../surgery.js";
import { changeAnswer, changeAnswered, fromPlayer, parse, resultOf } from "./_calls.js";
import { Orders } from "./_orders.js";

const ASKED = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;
const onBoth = (make: (type: string) => Surgery): Surgery => all(...ASKED.map(make));

export default [
  mutant({
    id: "referee:accepts-other-matches",
    fault: "Takes an answer about another match.",
    surgery: onBoth((type) =>
      changeAnswered(type, (answer, { message }) => ({ ...answer, match_id: message.match_id })),
    ),
  }),
  mutant({
    id: "referee:accepts-other-players",
    fault: "Takes an answer of another player.",
    surgery: () => {
      const orders = new Orders();
      const accepting = onBoth((type) =>
        changeAnswered(type, (answer, { message, url }) => ({
          ...answer,
          player_id: orders.addressee(message, url),
        })),
      );
      return all(orders.listening, accepting);
    },
  }),
  mutant({
    id: "referee:accepts-other-conversations",
    fault: "Takes an answer from another conversation.",
    surgery: onBoth((type) =>
      changeAnswered(type, (answer, { message }) => ({
        ...answer,
        conversation_id: message.conversation_id,
      })),
    ),
  }),
  mutant({
    id: "referee:accepts-other-ids",
    fault: "Takes a response to another request.",
    surgery: onBoth((type) =>
      changeAnswer(type, (body, { id }) => (isObject(body) ? { ...body, id } : undefined)),
    ),
  }),
  mutant({
    id: "referee:accepts-other-versions",
    fault: "Does not look at the version of JSON-RPC in a response.",
    surgery: onBoth((type) =>
      changeAnswer(type, (body) =>
        isObject(body) && body.jsonrpc === "1.0" ? { ...body, jsonrpc: "2.0" } : undefined,
      ),
    ),
  }),
  mutant({
    id: "referee:accepts-other-messages",
    fault: "Reads joins and choices from messages of any type.",
    surgery: onBoth((type) =>
      changeAnswered(type, (answer) =>
        answer.message_type === "GAME_OVER_ACK"
          ? {
              ...answer,
              message_type: type === "GAME_INVITATION" ? "GAME_JOIN_ACK" : "CHOOSE_PARITY_RESPONSE",
            }
          : undefined,
      ),
    ),
  }),
  mutant({
    id: "referee:accepts-bare-replies",
    fault: "Takes a message without JSON-RPC for an answer.",
    surgery: onBoth((type) =>
      changeAnswer(type, (body, { id }) =>
        isObject(body) && body.jsonrpc === undefined ? { jsonrpc: "2.0", id, result: body } : undefined,
      ),
    ),
  }),
  mutant({
    id: "referee:accepts-late-answers",
    fault: "Takes an answer that arrives after its deadline.",
    surgery: () => onBoth((type) => keepsListening(type)),
  }),
  mutant({
    id: "referee:takes-errors-for-answers",
    fault: "Plays on with whoever answers anything at all, as if it had joined and chosen even.",
    surgery: () => madeUp((reply) => !isAnswer(reply)),
  }),
  mutant({
    id: "referee:plays-with-the-dead",
    fault: "Plays on with a player that cannot be reached, as if it had joined and chosen even.",
    surgery: () => madeUp((reply) => reply === undefined),
  }),
];

/** Whatever arrives first for a player's question, to whichever attempt, is the answer; no attempt is ever given up. */
function keepsListening(type: string): Surgery {
  const open = new Map<string, Promise<IncomingReply>[]>();
  return {
    transport: (inner) => ({
      send: async (request) => {
        const body = parse(request.body);
        const message = isObject(body) && isObject(body.params) ? body.params : {};
        if (!isObject(body) || message.message_type !== type) return inner.send(request);
        const key = `${String(message.match_id)} ${request.url}`;
        const asked = inner.send({ ...request, signal: new AbortController().signal });
        const all = [...(open.get(key) ?? []), asked];
        open.set(key, all);
        const reply = await Promise.any(all);
        const answer = parse(reply.body);
        return isObject(answer) ? { ...reply, body: JSON.stringify({ ...answer, id: body.id }) } : reply;
      },
    }),
  };
}

/** Answers for a player what it did not say itself. */
function madeUp(needed: (reply: IncomingReply | undefined) => boolean): Surgery {
  const orders = new Orders();
  const instead = (type: string, reply: string, members: (message: JsonObject) => JsonObject) =>
    onCall(type, async (send: Send, body, _, url) => {
      const said = await send(body).catch(() => undefined);
      if (!needed(said) && said !== undefined) return said;
      const message = body.params as JsonObject;
      return resultOf(body, fromPlayer(message, reply, orders.addressee(message, url), members(message)));
    });
  return all(
    orders.listening,
    instead("GAME_INVITATION", "GAME_JOIN_ACK", ({ timestamp }) => ({
      arrival_timestamp: timestamp,
      accept: true,
    })),
    instead("CHOOSE_PARITY_CALL", "CHOOSE_PARITY_RESPONSE", () => ({ parity_choice: "even" })),
  );
}

function isAnswer(reply: IncomingReply | undefined): boolean {
  const body = reply === undefined ? undefined : parse(reply.body);
  return isObject(body) && isObject(body.result);
}
