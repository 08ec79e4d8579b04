import type { LaunchedAgent, TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { records } from "../../../peers/behaviour.js";
import type { Received } from "../../../peers/post.js";
import { deadlineOf, quickMatch } from "../../../time/mandates.js";
import { timeFor } from "../_rpc.js";
import { AFTERMATH_MS } from "./_aftermath.js";
import { heldCalls, sharedAssignments, THOUGHT_MS } from "./_assignments.js";

const MATCHES_AT_ONCE = 2;
const SETTING_UP_MS = timeFor(24);

export default check<TransportBench>({
  id: "transport/outgoing/ids-at-once",
  title: "gives calls that it makes to one peer at the same time different ids",
  decides: ["TRN-OUT-02"],
  kills: ["transport:one-id-for-all-calls"],
  needs: { command: ["manager"] },
  worstCaseMs: SETTING_UP_MS + AFTERMATH_MS + 2 * quickMatch(),
  async run(bench) {
    if (bench.role === "player") bench.notExercised("a player makes one call at a time");
    const calls = await (bench.role === "referee" ? reports(await bench.surroundings()) : assignments(bench));
    const [first] = calls;
    const open = openWith(calls);
    if (first === undefined || open.length === 0)
      bench.notExercised("the agent had no two calls open with one peer");
    const ids = [first, ...open].map((call) => call?.id);
    bench.expect.that(new Set(ids).size === ids.length, {
      diagnosis: `the agent had ${ids.length} calls (${first?.type ?? ""}) open with one peer at the same time, with the ids ${show(ids)}`,
      expected: "different ids",
      received: show(ids),
    });
  },
});

/** Of a referee that plays two matches at once. */
async function reports({ matches, manager }: LaunchedAgent): Promise<Received[]> {
  if (matches === undefined || matches.capacity < MATCHES_AT_ONCE) return [];
  const slow = { reports: [records({ afterMs: THOUGHT_MS })] };
  const played = await Promise.all(Array.from({ length: MATCHES_AT_ONCE }, () => matches.runMatch(slow)));
  const own = new Set<unknown>(played.map(({ matchId }) => matchId));
  const reports = manager?.post.all("MATCH_RESULT_REPORT") ?? [];
  return reports.filter(({ message }) => own.has(message.match_id));
}

/** Those that came while the peer still thought about the first one. */
function openWith(calls: readonly Received[]): readonly Received[] {
  return calls.filter(({ at_ms }, i) => i > 0 && at_ms - (calls[0]?.at_ms ?? 0) < THOUGHT_MS);
}

/** Of a league manager whose only referee takes several matches at once. */
async function assignments(bench: TransportBench): Promise<readonly Received[]> {
  const held = heldCalls(await sharedAssignments(bench));
  if (openWith(held).length > 0) return held;
  const purpose = "two matches at once for one referee";
  const { league } = await bench.launch({ players: 2 * MATCHES_AT_ONCE, referees: 1, purpose });
  const referee = await league?.seatReferee({
    maxConcurrentMatches: MATCHES_AT_ONCE,
    react: ({ type, message }) =>
      type === "RUN_MATCH"
        ? {
            say: "RUN_MATCH_ACK",
            fields: { match_id: message.match_id, status: "acknowledged" },
            afterMs: THOUGHT_MS,
          }
        : undefined,
  });
  for (let i = 0; i < 2 * MATCHES_AT_ONCE; i += 1) await league?.seatPlayer();
  const enough = () => (referee?.told("RUN_MATCH").length ?? 0) >= MATCHES_AT_ONCE;
  await league?.play({ enough, quietMs: deadlineOf("RUN_MATCH"), withinMs: quickMatch() });
  return referee?.told("RUN_MATCH") ?? [];
}
