import type { RecordedResult } from "@league-v2/sdk/store";
import { deadlineOf, protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { violations } from "../../oracle/received-form.js";
import { type Clock, TransportError } from "../../sdk.js";
import { pause } from "../../time/pause.js";
import { answerInstead, givesUpAfter, mistakesTime, onCall } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { acknowledged, type ObservedLeague, refused, withLeague, withStore } from "./league-changes.js";

const DEADLINE_MS = deadlineOf("ROUND_ANNOUNCEMENT");

const MISSES = protocol.league.suspensionAfterMisses;

/** The outcome of a call: a valid or almost valid answer, an error in any form, an invalid answer, or none. */
type ReplyKind = "answered" | "malformed" | "error" | "invalid" | "nothing";

function replyKindOf({ status, body }: { status: number; body: string }): ReplyKind {
  if (status !== 200) return "error";
  try {
    const json: unknown = JSON.parse(body);
    if (isObject(json)) return json.error === undefined ? replyKindOfResult(json.result) : "error";
  } catch {
    // No body of another kind is JSON.
  }
  return "invalid";
}

function replyKindOfResult(result: unknown): ReplyKind {
  const isMalformed = isObject(result) && violations("RUN_MATCH_ACK", result).length > 0;
  return isMalformed ? "malformed" : "answered";
}

/** Does something when a call to agents of this role, or of this type, has such an outcome. */
function at(
  role: "player" | "referee",
  kinds: readonly ReplyKind[],
  act: (observed: ObservedLeague) => void,
) {
  return withLeague((observed) =>
    onCall(role === "referee" ? "RUN_MATCH" : "*", async (send, body, _, url) => {
      if (observed.at(url)?.role !== role) return send(body);
      const reply = await send(body).catch((error: unknown) => {
        if (kinds.includes("nothing")) act(observed);
        throw error;
      });
      if (kinds.includes(replyKindOf(reply))) act(observed);
      return reply;
    }),
  );
}

/** Treats a RUN_MATCH with such an outcome as acknowledged. */
function acceptAsAcknowledged(kinds: readonly ReplyKind[]) {
  return onCall("RUN_MATCH", (send, body, { clock }) => {
    const sent = send(body).then(
      (reply) => (kinds.includes(replyKindOf(reply)) ? acknowledged(body) : reply),
      (error: unknown) => {
        if (kinds.includes("nothing")) return acknowledged(body);
        throw error;
      },
    );
    if (!kinds.includes("nothing")) return sent;
    return Promise.race([sent, pause(clock, DEADLINE_MS - 1).then(() => acknowledged(body))]);
  });
}

type Act = Parameters<typeof onCall>[1];

/** Tracks the endpoints to which three calls in a row failed. */
function missing(
  act: (send: Parameters<Act>[0], body: Parameters<Act>[1], isLost: boolean) => ReturnType<Act>,
) {
  const misses = new Map<string, number>();
  return onCall("*", async (send, body, { clock }, url) => {
    const count = misses.get(url) ?? 0;
    if ((body.params as JsonObject).message_type === "RUN_MATCH") return send(body);
    if (count >= MISSES) return act(send, body, true);
    let answered = false;
    clock.after(DEADLINE_MS - 1, () => {
      if (!answered) misses.set(url, count + 1);
    });
    const reply = await act(send, body, false);
    answered = true;
    misses.set(url, 0);
    return reply;
  });
}

function lost(): TransportError {
  return new TransportError("unreachable", "it is not there");
}

const FAILURES_DEADLINE_MS = deadlineOf("RUN_MATCH");

/** Timers that are at least this long are waits for reports. */
const LEASE_MS = 100_000;

const NEVER_MS = 10 ** 9;

/** Waits this long for a report instead of the maximum duration of a match. */
function waitsForReports(ms: number) {
  return {
    clock: (inner: Clock): Clock => ({
      now: () => inner.now(),
      after: (wait, run) => inner.after(wait >= LEASE_MS ? ms : wait, run),
    }),
  };
}

/** Changes the recorded result of a match that could not be played. */
function countsUnplayed(change: (a: string, b: string) => Partial<RecordedResult>) {
  return withStore((inner) => ({
    record: (result) => {
      const [a = "", b = ""] = Object.keys(result.score);
      return inner.record(result.referee_id === null ? { ...result, ...change(a, b) } : result);
    },
  }));
}

/** Repeats RUN_MATCH beyond its deadline. */
async function repeatsOrder(
  { at, tell, tools }: ObservedLeague,
  url: string,
  order: JsonObject,
): Promise<void> {
  const attempts = 6;
  const referee = at(url);
  for (let i = 0; i < attempts && referee !== undefined; i += 1) {
    await pause(tools.clock, FAILURES_DEADLINE_MS);
    tell(referee, "run_match", order);
  }
}

export const managerFailuresMutants: readonly Mutant[] = [
  {
    id: "manager:waits-thirty-seconds",
    fault: "Waits thirty seconds for every acknowledgement.",
    inject: mistakesTime(DEADLINE_MS, 3 * DEADLINE_MS),
  },
  {
    id: "manager:waits-for-an-unresponsive-player",
    fault: "Waits without end for an acknowledgement.",
    inject: mistakesTime(DEADLINE_MS, 10 ** 9),
  },
  {
    id: "manager:crashes-when-a-player-stops",
    fault: "Its process ends when a player cannot be reached.",
    inject: at("player", ["nothing"], ({ crash }) => crash()),
  },
  {
    id: "manager:waits-for-a-stopped-player",
    fault: "Does nothing more when a player cannot be reached.",
    inject: at("player", ["nothing"], ({ stop }) => stop()),
  },
  {
    id: "manager:crashes-on-invalid-replies",
    fault: "Its process ends when an agent answers with a body that is no JSON.",
    inject: at("player", ["invalid"], ({ crash }) => crash()),
  },
  {
    id: "manager:stops-at-an-error",
    fault: "Does nothing more when a player answers with an error.",
    inject: at("player", ["error"], ({ stop }) => stop()),
  },
  {
    id: "manager:waits-for-stopped-referees",
    fault: "Waits for the report of a referee that was never reached.",
    inject: acceptAsAcknowledged(["nothing"]),
  },
  {
    id: "manager:crashes-when-a-referee-stops",
    fault: "Its process ends when a referee cannot be reached.",
    inject: at("referee", ["nothing"], ({ crash }) => crash()),
  },
  {
    id: "manager:takes-errors-for-acknowledgements",
    fault: "Waits for the report of a referee that has answered with an error.",
    inject: acceptAsAcknowledged(["error", "invalid"]),
  },
  {
    id: "manager:ends-with-a-failed-match",
    fault: "Does nothing more when a referee refuses a match.",
    inject: at("referee", ["error"], ({ stop }) => stop()),
  },
  {
    id: "manager:stops-at-a-malformed-acknowledgement",
    fault: "Does nothing more when a RUN_MATCH_ACK breaks its schema.",
    inject: at("referee", ["malformed"], ({ stop }) => stop()),
  },
  {
    id: "manager:never-suspends",
    fault: "Waits for the answer of a player every time, although it has never answered.",
    inject: withLeague((observed) =>
      onCall("*", (send, body, { clock }, url) => {
        if (observed.at(url)?.role !== "player") return send(body);
        return Promise.race([send(body), pause(clock, DEADLINE_MS - 1).then(() => refused(body))]);
      }),
    ),
  },
  {
    id: "manager:loses-the-suspended",
    fault: "Sends nothing more to a player that has missed three messages.",
    inject: () => missing((send, body, isLost) => (isLost ? Promise.reject(lost()) : send(body))),
  },
  {
    id: "manager:suspends-for-good",
    fault: "Never waits again for a player that has missed three messages.",
    inject: () =>
      missing((send, body, isLost) => {
        if (!isLost) return send(body);
        void send(body).catch(() => undefined);
        return Promise.reject(lost());
      }),
  },
  {
    id: "manager:obeys-shutdown",
    fault: "Ends at a SHUTDOWN_COMMAND from any sender.",
    inject: withLeague(({ crash }) =>
      answerInstead("SHUTDOWN_COMMAND", () => {
        crash();
        return undefined;
      }),
    ),
  },
  {
    id: "manager:counts-a-refused-match-as-open",
    fault: "Counts a match that a referee has refused among those that it plays.",
    inject: () => {
      const open = new Map<string, unknown>();
      return onCall("RUN_MATCH", async (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        if ((open.get(url) ?? match_id) !== match_id) return new Promise(() => undefined);
        const reply = await send(body);
        if (isObject(JSON.parse(reply.body).error)) open.set(url, match_id);
        return reply;
      });
    },
  },
  {
    id: "manager:asks-a-referee-once",
    fault: "Does not send RUN_MATCH again when it is not answered.",
    inject: onCall("RUN_MATCH", (send, body, { clock }) =>
      Promise.race([send(body), pause(clock, FAILURES_DEADLINE_MS - 1).then(() => refused(body))]),
    ),
  },
  {
    id: "manager:repeats-too-soon",
    fault: "Sends RUN_MATCH again after three seconds.",
    inject: givesUpAfter("RUN_MATCH", 3_000),
  },
  {
    id: "manager:repeats-without-limit",
    fault: "Sends RUN_MATCH again and again to a referee that does not answer.",
    inject: withLeague((observed) => {
      const repeatedOrders = new Set<unknown>();
      return onCall("RUN_MATCH", (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        const order = `${String(match_id)} ${url}`;
        if (!repeatedOrders.has(order)) void repeatsOrder(observed, url, body.params as JsonObject);
        repeatedOrders.add(order);
        return send(body);
      });
    }),
  },
  {
    id: "manager:asks-one-referee-only",
    fault: "Abandons a match when its first referee has failed.",
    inject: () => {
      const failed = new Map<unknown, string>();
      return onCall("RUN_MATCH", async (send, body, _, url) => {
        const { match_id } = body.params as JsonObject;
        const first = failed.get(match_id) ?? url;
        failed.set(match_id, first);
        return first === url ? send(body) : refused(body);
      });
    },
  },
  {
    id: "manager:short-timeout-for-matches",
    fault: "Assigns a match to another referee after one minute.",
    inject: waitsForReports(60_000),
  },
  {
    id: "manager:waits-for-reports-without-limit",
    fault: "Waits without end for the report of a match.",
    inject: waitsForReports(NEVER_MS),
  },
  {
    id: "manager:failed-match-has-a-winner",
    fault: "Gives the first player three points for a match that no referee could play.",
    agent: countsUnplayed((a, b) => ({ winner: a, score: { [a]: 3, [b]: 0 } })),
  },
  {
    id: "manager:failed-match-is-a-draw",
    fault: "Counts a match that no referee could play as a draw.",
    agent: countsUnplayed((a, b) => ({ status: "DRAW", score: { [a]: 1, [b]: 1 } })),
  },
];
