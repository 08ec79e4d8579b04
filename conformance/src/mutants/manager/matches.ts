import type { RecordedResult } from "@league-v2/sdk";
import { deadlineOf } from "../../contract.js";
import type { Clock } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import { reportedResult } from "../../peers/result.js";
import { pause } from "../../time/pause.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall, changeRequest, givesUpAfter, onCall, repeatsCall } from "../surgery.js";
import { withStore } from "./_agents.js";
import { acknowledged, refused } from "./_calls.js";
import { type Knowledge, knowing } from "./_knowledge.js";

const DEADLINE_MS = deadlineOf("RUN_MATCH");
/** Only the wait for a report is so long. */
const LEASE_MS = 100_000;
const NEVER_MS = 10 ** 9;

/** Waits so long for a report, instead of as long as a match can take. */
function waitsForReports(ms: number) {
  return {
    clock: (inner: Clock): Clock => ({
      now: () => inner.now(),
      after: (wait, run) => inner.after(wait >= LEASE_MS ? ms : wait, run),
    }),
  };
}

/** Counts a match that nobody could play in its own way. */
function countsUnplayed(change: (a: string, b: string) => Partial<RecordedResult>) {
  return withStore((inner) => ({
    record: (result) => {
      const [a = "", b = ""] = Object.keys(result.score);
      return inner.record(result.referee_id === null ? { ...result, ...change(a, b) } : result);
    },
  }));
}

/** The report that the referee of this match would have made. */
function reportOf({ params }: JsonObject): JsonObject {
  const message = params as JsonObject;
  const [playerA, playerB] = [String(message.player_A_id), String(message.player_B_id)];
  const result = reportedResult({ playerA, playerB, choiceA: "even", choiceB: "odd", number: 8 });
  return { ...message, message_type: "MATCH_RESULT_REPORT", result };
}

/** Sends the order again and again, whatever the deadline says. */
async function insists({ at, tell, tools }: Knowledge, url: string, order: JsonObject): Promise<void> {
  const attempts = 6;
  const referee = at(url);
  for (let i = 0; i < attempts && referee !== undefined; i += 1) {
    await pause(tools.clock, DEADLINE_MS);
    tell(referee, "run_match", order);
  }
}

function tellBoth(
  { members, tell }: Knowledge,
  { params }: JsonObject,
  method: string,
  message_type: string,
): void {
  const message = params as JsonObject;
  for (const { id, ...member } of members) {
    if (id === message.player_A_id || id === message.player_B_id)
      tell({ id, ...member }, method, { ...message, message_type });
  }
}

export default [
  mutant({
    id: "manager:two-referees-for-a-match",
    fault: "Gives every match to two referees.",
    surgery: knowing(({ members, tell }) =>
      onCall("RUN_MATCH", (send, body, _, url) => {
        const other = members.find((member) => member.role === "referee" && member.url !== url);
        if (other !== undefined) tell(other, "run_match", body.params as JsonObject);
        return send(body);
      }),
    ),
  }),
  mutant({
    id: "manager:forgets-a-match",
    fault: "Makes up the result of the second match of each round instead of having it played.",
    surgery: knowing(({ at, hand }) =>
      onCall("RUN_MATCH", (send, body, { clock }, url) => {
        const referee = at(url);
        const { match_id } = body.params as JsonObject;
        if (referee === undefined || !String(match_id).endsWith("M2")) return send(body);
        clock.after(1, () => void hand(referee, "report_match_result", reportOf(body)));
        return Promise.resolve(acknowledged(body));
      }),
    ),
  }),
  mutant({
    id: "manager:assigns-without-endpoints",
    fault: "Does not tell the referee where the players are.",
    surgery: changeCall(
      "RUN_MATCH",
      ({ player_A_endpoint: _a, player_B_endpoint: _b, ...message }) => message,
    ),
  }),
  mutant({
    id: "manager:swaps-endpoints",
    fault: "Gives the referee the address of one player for that of the other.",
    surgery: changeCall("RUN_MATCH", (message) => ({
      ...message,
      player_A_endpoint: message.player_B_endpoint,
      player_B_endpoint: message.player_A_endpoint,
    })),
  }),
  mutant({
    id: "manager:assigns-again-and-again",
    fault: "Sends RUN_MATCH twice although it was acknowledged.",
    surgery: repeatsCall("RUN_MATCH", 2),
  }),
  mutant({
    id: "manager:asks-a-referee-once",
    fault: "Does not send RUN_MATCH again when it is not answered.",
    surgery: onCall("RUN_MATCH", (send, body, { clock }) =>
      Promise.race([send(body), pause(clock, DEADLINE_MS - 1).then(() => refused(body))]),
    ),
  }),
  mutant({
    id: "manager:repeats-too-soon",
    fault: "Sends RUN_MATCH again after three seconds.",
    surgery: givesUpAfter("RUN_MATCH", 3_000),
  }),
  mutant({
    id: "manager:repeats-for-ever",
    fault: "Sends RUN_MATCH again and again to a referee that does not answer.",
    surgery: knowing((knowledge) => {
      const insisted = new Set<unknown>();
      return onCall("RUN_MATCH", (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        const order = `${String(match_id)} ${url}`;
        if (!insisted.has(order)) void insists(knowledge, url, body.params as JsonObject);
        insisted.add(order);
        return send(body);
      });
    }),
  }),
  mutant({
    id: "manager:overloads-referees",
    fault: "Does not care how many matches at once a referee can take.",
    surgery: changeRequest("REFEREE_REGISTER_REQUEST", (message) => ({
      ...message,
      referee_meta: { ...(message.referee_meta as JsonObject), max_concurrent_matches: 99 },
    })),
  }),
  mutant({
    id: "manager:asks-one-referee-only",
    fault: "Gives a match up when its first referee has failed.",
    surgery: () => {
      const failed = new Map<unknown, string>();
      return onCall("RUN_MATCH", async (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        const first = failed.get(match_id) ?? url;
        failed.set(match_id, first);
        return first === url ? send(body) : refused(body);
      });
    },
  }),
  mutant({
    id: "manager:impatient-with-matches",
    fault: "Gives a match to another referee after one minute.",
    surgery: waitsForReports(60_000),
  }),
  mutant({
    id: "manager:waits-for-reports-for-ever",
    fault: "Waits for ever for the report of a match.",
    surgery: waitsForReports(NEVER_MS),
  }),
  mutant({
    id: "manager:failed-match-has-a-winner",
    fault: "Gives the first player three points for a match that no referee could play.",
    agent: countsUnplayed((a, b) => ({ winner: a, score: { [a]: 3, [b]: 0 } })),
  }),
  mutant({
    id: "manager:failed-match-is-a-draw",
    fault: "Counts a match that no referee could play as a draw.",
    agent: countsUnplayed((a, b) => ({ status: "DRAW", score: { [a]: 1, [b]: 1 } })),
  }),
  mutant({
    id: "manager:invites-players",
    fault: "Invites the players to their match itself.",
    surgery: knowing((knowledge) =>
      onCall("RUN_MATCH", (send, body) => {
        tellBoth(knowledge, body, "handle_game_invitation", "GAME_INVITATION");
        return send(body);
      }),
    ),
  }),
  mutant({
    id: "manager:tells-results-itself",
    fault: "Sends GAME_OVER to the players of a match.",
    surgery: knowing((knowledge) =>
      onCall("RUN_MATCH", async (send, body) => {
        const reply = await send(body);
        tellBoth(knowledge, body, "notify_match_result", "GAME_OVER");
        return reply;
      }),
    ),
  }),
] satisfies Mutant[];
