import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { ManagedLeague } from "../../../peers/managed-league.js";
import type { Seat, SeatRole } from "../../../peers/seat.js";
import { BEGINNINGS_MS, judgeBeginning, RIVALS, SHORTAGES } from "../_beginnings.js";
import { decisionIn, isAccepted, mustHaveRoom, withWaitingManager } from "../_desk.js";
import { mustHeedNumbers } from "../_leagues.js";
import { registrations } from "../_times.js";

/** Enough to fall into the gap between looking and writing down. */
const AT_ONCE = 6;

export default check<ManagerBench>({
  id: "manager/registration/at-once",
  title:
    "lets in one agent of a name, and no more than there are places, also when they register at the same moment",
  decides: ["LM-REG-06"],
  kills: ["manager:takes-a-name-twice-at-once", "manager:takes-too-many-at-once"],
  worstCaseMs: 2 * registrations(4) + BEGINNINGS_MS,
  async run(bench) {
    mustHaveRoom(bench);
    await withWaitingManager(bench, async ({ league }) => {
      for (const role of ["player", "referee"] as const) {
        const name = `suite-twin-${bench.random.below(1_000_000_000)}`;
        const twins = await letIn(bench, league, role, () => name);
        bench.expect.that(twins.length <= 1, {
          diagnosis: `of ${AT_ONCE} ${role}s that registered under one display_name at the same moment, ${twins.length} were accepted (${idsOf(twins)}); expected one`,
          expected: 'one ACCEPTED, the others REJECTED with the reason "Duplicate name"',
          received: `${twins.length} accepted`,
        });
      }
    });
    await mustHeedNumbers(bench);
    await judgeBeginning(bench, "no referee", "rivals", ({ rivals = [] }) => {
      const places = SHORTAGES["no referee"].told.players;
      if (rivals.length === 0) bench.notExercised("none of the players that registered was accepted");
      bench.expect.that(rivals.length <= places, {
        diagnosis: `of ${RIVALS} players that registered at the same moment in a league of ${places}, ${rivals.length} were accepted (${idsOf(rivals)})`,
        expected: `${places} ACCEPTED, the others REJECTED with the reason "League full"`,
        received: `${rivals.length} accepted`,
      });
    });
  },
});

/** Those that were let in, of so many that register at the same moment. */
async function letIn(
  bench: ManagerBench,
  league: ManagedLeague,
  role: SeatRole,
  nameOf: (seat: number) => string,
): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (let seat = 0; seat < AT_ONCE; seat += 1) {
    const newcomer = { displayName: nameOf(seat), register: false } as const;
    seats.push(await (role === "player" ? league.seatPlayer(newcomer) : league.seatReferee(newcomer)));
  }
  const answers = await Promise.all(seats.map((seat) => seat.register()));
  const accepted = seats.filter((_, seat) => isAcceptedBy(answers[seat]));
  if (accepted.length === 0)
    bench.notExercised(
      `of ${AT_ONCE} ${role}s that registered at the same moment none was accepted (${answers[0] === undefined ? "nothing" : decisionIn(answers[0])})`,
    );
  return accepted;
}

function isAcceptedBy(answer: Parameters<typeof isAccepted>[0] | undefined): boolean {
  return answer !== undefined && isAccepted(answer);
}

function idsOf(seats: readonly Seat[]): string {
  return seats.map(({ id }) => id).join(", ");
}
