import { deadlineOf, methodOf, protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { IncomingReply } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { all, changeCall, givesUpAfter, jsonOf, onCall, repeatsCall, type Send } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { changeAnswer, changeAnswered, fromPlayer, Orders, resultOf } from "./message-changes.js";

const ASKED = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"] as const;

const onBoth = (make: (type: string) => FaultInjection): FaultInjection => all(...ASKED.map(make));

/** The first answer to any attempt of a call counts; every attempt waits without a limit. */
function keepsListening(type: string): FaultInjection {
  const open = new Map<string, Promise<IncomingReply>[]>();
  return {
    transport: (inner) => ({
      send: async (request) => {
        const body = jsonOf(request.body);
        const message = isObject(body) && isObject(body.params) ? body.params : {};
        if (!isObject(body) || message.message_type !== type) return inner.send(request);
        const key = `${String(message.match_id)} ${request.url}`;
        const asked = inner.send({ ...request, signal: new AbortController().signal });
        const all = [...(open.get(key) ?? []), asked];
        open.set(key, all);
        const reply = await Promise.any(all);
        const answer = jsonOf(reply.body);
        return isObject(answer) ? { ...reply, body: JSON.stringify({ ...answer, id: body.id }) } : reply;
      },
    }),
  };
}

/** Invents the answer of a player. */
function inventedAnswer(needed: (reply: IncomingReply | undefined) => boolean): FaultInjection {
  const orders = new Orders();
  const instead = (type: string, reply: string, members: (message: JsonObject) => JsonObject) =>
    onCall(type, async (send: Send, body, _, url) => {
      const answer = await send(body).catch(() => undefined);
      if (!needed(answer) && answer !== undefined) return answer;
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
  const body = reply === undefined ? undefined : jsonOf(reply.body);
  return isObject(body) && isObject(body.result);
}

const REPORT = "MATCH_RESULT_REPORT";

const attempts = 1 + (methodOf(REPORT)?.retries ?? 0);

const { win } = protocol.points;

/** Each player's points. */
const scores =
  (change: (points: number, result: JsonObject) => number | undefined) => (result: JsonObject) => {
    const score = isObject(result.score) ? result.score : {};
    return {
      ...result,
      score: Object.fromEntries(
        Object.entries(score).map(([id, points]) => [id, change(Number(points), result)]),
      ),
    };
  };

const details = (members: JsonObject) => (result: JsonObject) => ({
  ...result,
  details: { ...(result.details as JsonObject), ...members },
});

const faults: Record<string, [fault: string, change: (result: JsonObject) => JsonObject]> = {
  "draw-scores-nothing": [
    "Gives no points for a draw.",
    scores((points, { status }) => (status === "DRAW" ? 0 : points)),
  ],
  "win-scores-two": ["Gives two points for a win.", scores((points) => (points === win ? 2 : points))],
  "scores-only-the-winner": [
    "Leaves the loser out of the score.",
    scores((points, { winner }) => (winner !== null && points === 0 ? undefined : points)),
  ],
  "technical-win-scores-one": [
    "Gives one point for a win by technical loss.",
    scores((points, { status }) => (status === "TECHNICAL_LOSS" && points === win ? 1 : points)),
  ],
  "reports-a-draw-as-the-winner": [
    "Reports the word DRAW as the winner of a draw.",
    (result) => ({ ...result, winner: result.status === "DRAW" ? "DRAW" : result.winner }),
  ],
  "reports-another-winner": [
    "Reports the loser as the winner.",
    (result) => ({
      ...result,
      winner:
        Object.keys(isObject(result.score) ? result.score : {}).find(
          (id) => result.winner !== null && id !== result.winner,
        ) ?? null,
    }),
  ],
  "reports-number-zero": ["Reports the number 0 for every match.", details({ drawn_number: 0 })],
  "reports-a-technical-loss-as-a-win": [
    "Reports a technical loss with the status WIN.",
    (result) => ({ ...result, status: result.status === "TECHNICAL_LOSS" ? "WIN" : result.status }),
  ],
  "reports-no-winner-by-default": [
    "Names no winner in the report of a technical loss.",
    (result) => ({ ...result, winner: result.status === "TECHNICAL_LOSS" ? null : result.winner }),
  ],
  "reports-without-reason": ["Leaves the reason out of the report.", details({ reason: undefined })],
  "reports-without-status": ["Leaves the status out of the report.", ({ status: _, ...result }) => result],
};

function recorded({ protocol: version, timestamp, conversation_id, match_id }: JsonObject): JsonObject {
  return {
    protocol: version,
    message_type: "MATCH_RESULT_ACK",
    sender: "league_manager",
    timestamp,
    conversation_id,
    match_id,
    status: "recorded",
  };
}

export const refereeRepliesMutants: readonly Mutant[] = [
  // Referees that accept wrong answers.
  {
    id: "referee:accepts-other-matches",
    fault: "Accepts an answer about another match.",
    inject: onBoth((type) =>
      changeAnswered(type, (answer, { message }) => ({ ...answer, match_id: message.match_id })),
    ),
  },
  {
    id: "referee:accepts-other-players",
    fault: "Accepts an answer of another player.",
    inject: () => {
      const orders = new Orders();
      const accepting = onBoth((type) =>
        changeAnswered(type, (answer, { message, url }) => ({
          ...answer,
          player_id: orders.addressee(message, url),
        })),
      );
      return all(orders.listening, accepting);
    },
  },
  {
    id: "referee:accepts-other-conversations",
    fault: "Accepts an answer from another conversation.",
    inject: onBoth((type) =>
      changeAnswered(type, (answer, { message }) => ({
        ...answer,
        conversation_id: message.conversation_id,
      })),
    ),
  },
  {
    id: "referee:accepts-other-ids",
    fault: "Accepts a response to another request.",
    inject: onBoth((type) =>
      changeAnswer(type, (body, { id }) => (isObject(body) ? { ...body, id } : undefined)),
    ),
  },
  {
    id: "referee:accepts-other-versions",
    fault: "Ignores the version of JSON-RPC in a response.",
    inject: onBoth((type) =>
      changeAnswer(type, (body) =>
        isObject(body) && body.jsonrpc === "1.0" ? { ...body, jsonrpc: "2.0" } : undefined,
      ),
    ),
  },
  {
    id: "referee:accepts-other-messages",
    fault: "Reads joins and choices from messages of any type.",
    inject: onBoth((type) =>
      changeAnswered(type, (answer) =>
        answer.message_type === "GAME_OVER_ACK"
          ? {
              ...answer,
              message_type: type === "GAME_INVITATION" ? "GAME_JOIN_ACK" : "CHOOSE_PARITY_RESPONSE",
            }
          : undefined,
      ),
    ),
  },
  {
    id: "referee:accepts-bare-replies",
    fault: "Accepts a message without JSON-RPC as an answer.",
    inject: onBoth((type) =>
      changeAnswer(type, (body, { id }) =>
        isObject(body) && body.jsonrpc === undefined ? { jsonrpc: "2.0", id, result: body } : undefined,
      ),
    ),
  },
  {
    id: "referee:accepts-late-answers",
    fault: "Accepts an answer that arrives after its deadline.",
    inject: () => onBoth((type) => keepsListening(type)),
  },
  {
    id: "referee:takes-errors-for-answers",
    fault: "Continues with a player after any answer, as if it had joined and chosen even.",
    inject: () => inventedAnswer((reply) => !isAnswer(reply)),
  },
  {
    id: "referee:plays-on-with-unreachable-players",
    fault: "Continues with a player that cannot be reached, as if it had joined and chosen even.",
    inject: () => inventedAnswer((reply) => reply === undefined),
  },
  // Reports with one wrong member, and referees that report in a wrong way.
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant => ({
      id: `referee:${name}`,
      fault,
      inject: changeCall(REPORT, (report) =>
        isObject(report.result) ? { ...report, result: change(report.result) } : undefined,
      ),
    }),
  ),
  {
    id: "referee:reports-without-round",
    fault: "Leaves round_id out of the report.",
    inject: changeCall(REPORT, ({ round_id: _, ...report }) => report),
  },
  {
    id: "referee:reports-another-match",
    fault: "Reports a match under an id that was not assigned.",
    inject: changeCall(REPORT, (report) => ({ ...report, match_id: "R9999M9" })),
  },
  {
    id: "referee:never-reports",
    fault: "Never reports a match.",
    inject: onCall(REPORT, async (_, body) => resultOf(body, recorded(body.params as JsonObject))),
  },
  {
    id: "referee:reports-twice",
    fault: "Reports each match twice.",
    inject: repeatsCall(REPORT),
  },
  {
    id: "referee:reports-only-once",
    fault: "Does not repeat a report that was not acknowledged.",
    inject: () => {
      const sent = new Set<unknown>();
      return onCall(REPORT, async (send, body) => {
        const message = body.params as JsonObject;
        if (sent.has(message.match_id)) return resultOf(body, recorded(message));
        sent.add(message.match_id);
        return send(body);
      });
    },
  },
  {
    id: "referee:reports-without-limit",
    fault: "Repeats a report without a limit until it is acknowledged.",
    inject: () => {
      const counts = new Map<unknown, number>();
      return onCall(REPORT, (send, body, { clock }) => {
        const { match_id } = body.params as JsonObject;
        const count = (counts.get(match_id) ?? 0) + 1;
        counts.set(match_id, count);
        const again = () => {
          void send(body).catch(() => undefined);
          clock.after(deadlineOf(REPORT), again);
        };
        if (count === attempts) clock.after(deadlineOf(REPORT) * 0.9, again);
        return send(body);
      });
    },
  },
  {
    id: "referee:short-timeout-for-the-manager",
    fault: "Waits three seconds for the acknowledgement of its report.",
    inject: givesUpAfter(REPORT, deadlineOf(REPORT) * 0.3),
  },
];
