/** Leagues in which a match is reported wrongly, again, or unusually. */

import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import type { Judging, Leagues } from "../../../rules/rule.js";
import type { TimedStep } from "../../../types.js";
import { A_ROUND, assertAssignedOnce, REPORTS_MS } from "./league-progress.js";
import { DEFAULT_NUMBERS, sharedLeagues, singleLeague } from "./leagues.js";
import {
  INVALID_REPORTS,
  REPETITIONS,
  REPORT_SCENARIO,
  type ReportedMatch,
  type ReportScenario,
  scenarioReferees,
  TO_COME,
  UNUSUAL_REPORTS,
} from "./reports.js";

/** The time of the league with all kinds of reports, and of one with only this kind. In milliseconds. */
export const JUDGED_LEAGUE: TimedStep = [REPORTS_MS, A_ROUND, REPORT_SCENARIO];

/** A league for each of these reports of a match, with the answers to it and its effect. */
export function reported(...names: readonly ReportScenario[]): Leagues<ManagerFixture, ScenarioLeague> {
  return sharedLeagues({
    steps: [JUDGED_LEAGUE],
    names: (fixture) => shownTo(fixture, names),
    async play(fixture, name, alone) {
      const league = await scenarioLeagueFor(fixture, name, alone);
      const { reported: match, seen } = league.value;
      skipIfOtherMatchIds(fixture, match.assignment);
      const assignments = seen.assignments.filter(({ matchId }) => matchId === match.assignment.matchId);
      assertAssignedOnce(fixture, { assignments });
      return league;
    },
  });
}

/** Those of which the league of a manager at --url has a match; all of them, where it has none. */
async function shownTo(
  fixture: ManagerFixture,
  names: readonly ReportScenario[],
): Promise<readonly ReportScenario[]> {
  if (fixture.canStart || names.length === 1) return names;
  const { scenarios } = (await singleLeague(fixture)).value;
  const shown = names.filter((name) => scenarios.has(name));
  return shown.length === 0 ? names : shown;
}

/** If no report of a match was accepted, its id may be the reason. */
export function skipIfOtherMatchIds(fixture: Judging, assignment: Assignment): void {
  const { matchId, roundId, isCounted } = assignment;
  if (isCounted || assignment.isNamedByContract) return;
  fixture.notExercised(`no report of ${matchId} in round ${String(roundId)} was accepted`, ["LM-SCHED-03"]);
}

/** The report of a later match is the last: a manager that accepts it has counted that match. */
const ALL: readonly ReportScenario[] = [
  ...REPETITIONS,
  ...UNUSUAL_REPORTS,
  ...INVALID_REPORTS.filter((name) => name !== TO_COME),
  TO_COME,
];

export interface ScenarioLeague {
  name: ReportScenario;
  reported: ReportedMatch;
  /** The reported matches of this league. */
  scenarios: ReadonlyMap<ReportScenario, ReportedMatch>;
  seen: LeagueObservation;
}

/**
 * A league in which a match is reported in this way. The shared one has all kinds of reports, four in a round, and
 * another match that is simply reported. It ends after the last of them.
 */
async function scenarioLeagueFor(
  fixture: ManagerFixture,
  name: ReportScenario,
  alone: boolean,
): Promise<Done<ScenarioLeague>> {
  const done = await (fixture.canStart
    ? playScenarioLeague(fixture, alone ? [name] : ALL)
    : singleLeague(fixture));
  const { scenarios, seen } = done.value;
  const match = scenarios.get(name);
  if (match !== undefined) return { ...done, value: { name, reported: match, scenarios, seen } };
  return fixture.notExercised(
    fixture.canStart
      ? "the league manager did not give the suite's referees a match"
      : `the league of the manager at --url has no room for ${name} in a report; use --command`,
  );
}

function playScenarioLeague(
  fixture: ManagerFixture,
  names: readonly ReportScenario[],
): Promise<Done<{ scenarios: ReadonlyMap<ReportScenario, ReportedMatch>; seen: LeagueObservation }>> {
  const [name] = names;
  const isShared = names.length > 1;
  const label = `a league with ${isShared ? "all kinds of reports" : `a report with ${name}, alone`}`;
  const scenarios = new Map<ReportScenario, ReportedMatch>();
  const { script, isOver } = scenarioReferees(
    { matches: names.map((one) => [one]), comparing: isShared, settling: !isShared },
    scenarios,
  );
  const numbers = isShared ? { players: 10, referees: 3 } : DEFAULT_NUMBERS;
  const refereeOptions = Array.from({ length: numbers.referees }, () => ({ script }));
  return fixture.playedOnce(label, { ...numbers, refereeOptions }, async ({ league }) => {
    const enough = () => league.completed || isOver(league);
    const seen = await league.play({ enough, withinMs: REPORTS_MS });
    if (league.referees.some(({ token }) => token === undefined))
      fixture.notExercised("the referees got no token to report with", ["LM-REG-02"]);
    return { scenarios, seen };
  });
}
