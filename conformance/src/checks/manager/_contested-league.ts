/** The league in which matches are reported in all kinds of ways, and leagues with one of these ways alone. */
import type { Done, ManagerBench } from "../../bench/manager-bench.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import { type Contested, type ContestName, contesting, REPETITIONS } from "./_contests.js";
import { FALSEHOODS, TO_COME } from "./_falsehoods.js";
import { onlyLeague, USUAL } from "./_only.js";
import { REPORTS_MS } from "./_times.js";
import { UNUSUALS } from "./_unusual-reports.js";

const ALL: readonly ContestName[] = [...REPETITIONS, ...UNUSUALS, ...FALSEHOODS];

export interface ContestedLeague {
  contest: Contested;
  /** Every contest in this league. */
  contests: ReadonlyMap<ContestName, Contested>;
  seen: LeagueObservation;
}

/**
 * A league in which a match is reported like this. The shared one has room for all kinds of reports: four in a round, and
 * a match beside them that is simply reported. It is not played beyond the last of them.
 */
export async function contested(
  bench: ManagerBench,
  name: ContestName,
  alone: boolean,
): Promise<Done<ContestedLeague>> {
  const done = await (bench.canStart ? contestedLeague(bench, alone ? [name] : ALL) : onlyLeague(bench));
  const { contests, seen } = done.value;
  const contest = contests.get(name);
  if (contest !== undefined) return { ...done, value: { contest, contests, seen } };
  return bench.notExercised(
    bench.canStart
      ? "the league manager did not give the suite's referees a match"
      : `the league of the manager at --url has no room for ${name} in a report; use --command`,
  );
}

function contestedLeague(
  bench: ManagerBench,
  names: readonly ContestName[],
): Promise<Done<{ contests: ReadonlyMap<ContestName, Contested>; seen: LeagueObservation }>> {
  const [name] = names;
  const isShared = names.length > 1;
  const purpose = isShared ? "all kinds of reports" : `a report with ${name}, alone`;
  return bench.once(`a league with ${purpose}`, async (recorder) => {
    const contests = new Map<ContestName, Contested>();
    const { script, isOver } = contesting({ ...sorted(names), atOnce: 1, comparing: isShared }, contests);
    const numbers = isShared ? { players: 10, referees: 3 } : USUAL;
    const refereeSeats = Array.from({ length: numbers.referees }, () => ({ script }));
    const { league, stop } = await bench.open({ ...numbers, refereeSeats, purpose }, recorder);
    try {
      const seen = await league.play({
        enough: () => league.completed || isOver(league),
        withinMs: REPORTS_MS,
      });
      if (league.referees.some(({ token }) => token === undefined))
        bench.notExercised("the referees got no token to report with");
      return { contests, seen };
    } finally {
      await stop();
    }
  });
}

/** Those of each kind. The match that is still to come is the last: a manager that believes the report of it has counted it then. */
function sorted(names: readonly ContestName[]) {
  const of = <T extends ContestName>(kind: readonly T[]) => kind.filter((one) => names.includes(one));
  const lies = of(FALSEHOODS).toSorted((a, b) => Number(a === TO_COME) - Number(b === TO_COME));
  return { falsehoods: lies, repetitions: of(REPETITIONS), unusual: of(UNUSUALS) };
}
