/** Reports in which one thing is wrong, and wrong ways of reporting. */
import { deadlineOf, methodOf, protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall, givesUpAfter, onCall, repeatsCall } from "../surgery.js";
import { resultOf } from "./_calls.js";

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

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({
        id: `referee:${name}`,
        fault,
        surgery: changeCall(REPORT, (report) =>
          isObject(report.result) ? { ...report, result: change(report.result) } : undefined,
        ),
      }),
  ),
  mutant({
    id: "referee:reports-without-round",
    fault: "Leaves round_id out of the report.",
    surgery: changeCall(REPORT, ({ round_id: _, ...report }) => report),
  }),
  mutant({
    id: "referee:reports-another-match",
    fault: "Reports a match under an id that nobody assigned.",
    surgery: changeCall(REPORT, (report) => ({ ...report, match_id: "R9999M9" })),
  }),
  mutant({
    id: "referee:never-reports",
    fault: "Never reports a match.",
    surgery: onCall(REPORT, async (_, body) => resultOf(body, recorded(body.params as JsonObject))),
  }),
  mutant({
    id: "referee:reports-twice",
    fault: "Reports each match twice.",
    surgery: repeatsCall(REPORT, 2),
  }),
  mutant({
    id: "referee:reports-only-once",
    fault: "Does not send a report again that was not taken.",
    surgery: () => {
      const sent = new Set<unknown>();
      return onCall(REPORT, async (send, body) => {
        const message = body.params as JsonObject;
        if (sent.has(message.match_id)) return resultOf(body, recorded(message));
        sent.add(message.match_id);
        return send(body);
      });
    },
  }),
  mutant({
    id: "referee:reports-for-ever",
    fault: "Never lets a report go that is not acknowledged.",
    surgery: () => {
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
  }),
  mutant({
    id: "referee:impatient-for-the-manager",
    fault: "Waits three seconds for the acknowledgement of its report.",
    surgery: givesUpAfter(REPORT, deadlineOf(REPORT) * 0.3),
  }),
];

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
