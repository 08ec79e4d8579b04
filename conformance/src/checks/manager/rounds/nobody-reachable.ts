import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf, protocol } from "../../../contract.js";
import { BEGINNING_MS } from "../_times.js";

const { unplayedRoundRetries: retries, unplayedRoundPauseMs: pauseMs } = protocol.league;
/** Each announcement is given up when its deadline has passed; then the round is played and told of in three messages. */
const LONGEST_MS = (retries + 4) * deadlineOf("ROUND_ANNOUNCEMENT") + retries * pauseMs;

export default check<ManagerBench>({
  id: "manager/rounds/nobody-reachable",
  title: "announces a round again when no player can be reached, and then plays it",
  decides: ["LM-ROUND-06"],
  kills: ["manager:announces-into-the-void", "manager:gives-up-when-nobody-is-there"],
  worstCaseMs: BEGINNING_MS + LONGEST_MS,
  async run(bench) {
    const unreachable = { react: () => ({ http: { kind: "close" } as const }) };
    const { league, manager } = await bench.league({
      purpose: "a league none of whose players can be reached",
      players: 2,
      referees: 1,
      playerSeats: [unreachable, unreachable],
    });
    const enough = () => league.assignments.some(({ isCounted }) => isCounted);
    const seen = await league.play({ enough, withinMs: LONGEST_MS });
    const [match] = seen.assignments;
    const announced = seen.announcements.filter(({ to }) => to.role === "player");
    if (announced.length === 0) bench.notExercised("the league manager announced no round");
    const before = announced.filter(
      ({ at_ms }) => at_ms < (match?.received.at_ms ?? Number.POSITIVE_INFINITY),
    );
    bench.expect.that(match !== undefined, {
      diagnosis: `no player could be reached, and after ${before.length} announcements ${manager.instance.exit() === undefined ? "nothing more came from the league manager" : "the league manager's process ended"}`,
      expected: "a few more announcements, and then RUN_MATCH",
      received: "nothing",
    });
    bench.expect.that(before.length > league.players.length, {
      diagnosis: "no player could be reached, and the round was played without being announced again",
      expected: "a few more announcements",
      received: `${before.length} in all, one for each player`,
    });
  },
});
