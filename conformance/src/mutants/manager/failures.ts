import type { RecordedResult } from "@league-v2/sdk";
import { deadlineOf } from "../../contract.js";
import type { Clock } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { pause } from "../../time/pause.js";
import { type Mutant, mutant } from "../mutant.js";
import { givesUpAfter, onCall } from "../surgery.js";
import { withStore } from "./_agents.js";
import { refused } from "./_calls.js";
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

/** Sends the order again and again, whatever the deadline says. */
async function insists({ at, tell, tools }: Knowledge, url: string, order: JsonObject): Promise<void> {
  const attempts = 6;
  const referee = at(url);
  for (let i = 0; i < attempts && referee !== undefined; i += 1) {
    await pause(tools.clock, DEADLINE_MS);
    tell(referee, "run_match", order);
  }
}

export default [
  mutant({
    id: "manager:counts-a-refused-match-as-open",
    fault: "Counts a match that a referee has refused among those that it plays.",
    surgery: () => {
      const open = new Map<string, unknown>();
      return onCall("RUN_MATCH", async (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        if ((open.get(url) ?? match_id) !== match_id) return new Promise(() => undefined);
        const reply = await send(body);
        if (isObject(JSON.parse(reply.body).error)) open.set(url, match_id);
        return reply;
      });
    },
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
] satisfies Mutant[];
