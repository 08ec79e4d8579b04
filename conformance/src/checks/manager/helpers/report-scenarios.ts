/** Leagues in which matches are reported wrongly, repeatedly or unusually, and the results of the reports. */

import { deadlineOf } from "../../../contract.js";
import type { Assignment, Outcome } from "../../../peers/assignment.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import { type LeagueAgents, oneAtATime, type RefereeScript } from "../../../peers/referee-behaviour.js";
import { times } from "../../../time/steps.js";
import {
  type InvalidReport,
  isInvalid,
  SEND_INVALID,
  SEND_UNUSUAL,
  type UnusualReport,
} from "./invalid-reports.js";
import { minus, NOTHING, rowsIn, type Tally, tallyIn } from "./standings.js";

/** The outcome of one scenario. */
export interface ReportedMatch {
  assignment: Assignment;
  /** The answers to the false or unusual reports, or to the repetitions. */
  attempts: readonly Answer[];
  /** Tables after this time contain the match as the manager counts it. */
  settled_ms: number;
  /** Another invalid report of the same match that was accepted: the correct count of the match is then unknown. */
  acceptedFalseReport?: ReportScenario | undefined;
}

type Reported = Outcome | keyof typeof VARIED;

/** Valid reports of the same winner that differ from the first one. */
const VARIED = {
  /** An even number, as in the first report. */
  "A with another number": () => ["A", { "/result/details/drawn_number": 2 }],
  /** Both were right before, and now both are wrong. */
  "draw by other choices": ({ playerA, playerB }) => [
    "draw",
    { "/result/details/choices": { [playerA]: "odd", [playerB]: "odd" } },
  ],
} satisfies Record<string, (match: Assignment) => [Outcome, Record<string, unknown>]>;

function isVaried(text: Reported): text is keyof typeof VARIED {
  return Object.hasOwn(VARIED, text);
}

/** The reports of a match before the last one of its round: some at the same moment, then one after the other. */
const REPEATED = {
  repetition: { together: ["A"], afterwards: ["A"] },
  contradiction: { together: ["A"], afterwards: ["A with another number", "B"] },
  "other choices": { together: ["draw"], afterwards: ["draw by other choices"] },
  race: { together: ["A", "A", "A"], afterwards: [] },
} satisfies Record<string, { together: Outcome[]; afterwards: Reported[] }>;

export type Repetition = keyof typeof REPEATED;

export type ReportScenario = InvalidReport | Repetition | UnusualReport;

export const REPETITIONS = Object.keys(REPEATED) as Repetition[];

/** The time for the longest scenario. In milliseconds. */
export const REPORT_SCENARIO = times(3, deadlineOf("MATCH_RESULT_REPORT"));

interface Scenarios {
  invalid: readonly InvalidReport[];
  repetitions: readonly Repetition[];
  unusual: readonly UnusualReport[];
  /** The number of invalid reports of one match. */
  atOnce: number;
  /** Whether the last match of each round is only reported, for comparison with the others. */
  comparing: boolean;
  /** Whether all matches of the first round are only reported. */
  settling?: boolean;
}

export interface ScenarioReferees {
  script: RefereeScript;
  /** Whether all reports were made, and every player was sent the standings after the last one. */
  isOver(league: LeagueAgents): boolean;
}

/** Makes these reports in order, in one match after the other; the remaining matches are simply reported. */
export function scenarioReferees(
  { invalid, repetitions, unusual, atOnce, comparing, settling = false }: Scenarios,
  into: Map<ReportScenario, ReportedMatch>,
): ScenarioReferees {
  const again = [...repetitions];
  const odd = [...unusual];
  const left = [...invalid];
  // The true outcomes make a table with a wrongly counted match differ from one that counts the false report.
  let usual: Outcome = repetitions.length > 0 ? "A" : "B";
  const script = oneAtATime()(async (assignment, { league }) => {
    if (settling && assignment.roundId === league.assignments[0]?.roundId) {
      await assignment.report("B");
      return;
    }
    const isLast = isLastOfRound(assignment, league);
    const repetition = isLast ? undefined : again.shift();
    if (repetition !== undefined) {
      into.set(repetition, await repeated(repetition, assignment, league));
      return;
    }
    const compared = isLast && comparing;
    const kind = compared ? undefined : odd.shift();
    if (kind !== undefined) {
      into.set(kind, await reportedUnusually(kind, assignment, league));
      return;
    }
    if (compared || left.length === 0) {
      await assignment.report(usual);
      return;
    }
    usual = "B";
    const reportedByName = await contradicted(left.splice(0, atOnce), assignment, league);
    for (const [name, reported] of reportedByName) into.set(name, reported);
  });
  const isOver = ({ players }: LeagueAgents) => {
    const last = [...into.values()].at(-1)?.assignment.roundId;
    if (again.length + odd.length + left.length > 0 || last === undefined) return false;
    return players.every((peer) =>
      peer.receivedOf("LEAGUE_STANDINGS_UPDATE").some(({ message }) => message.round_id === last),
    );
  };
  return { script, isOver };
}

/**
 * The tally of this player from the match: the difference of the tables before and after it. Undefined without a later
 * table, or if the player has played another match between the two.
 */
export function countedFor(
  player: string,
  { assignment, settled_ms }: ReportedMatch,
  seen: LeagueObservation,
): Tally | undefined {
  const tables = [...seen.standings, ...seen.leagueCompleted];
  const tallyOf = (table: (typeof tables)[number] | undefined) => {
    const rows = rowsIn(table?.message.standings ?? table?.message.final_standings);
    return tallyIn(rows?.find(({ player_id }) => player_id === player));
  };
  const before = tables.findLast(({ at_ms }) => at_ms < assignment.received.at_ms);
  const table = tables.toSorted((a, b) => a.at_ms - b.at_ms).find(({ at_ms }) => at_ms >= settled_ms);
  const later = tallyOf(table);
  const others = seen.assignments.filter(
    ({ matchId, playerA, playerB, trueResult_ms = 0 }) =>
      matchId !== assignment.matchId &&
      [playerA, playerB].includes(player) &&
      trueResult_ms > (before?.at_ms ?? 0) &&
      trueResult_ms <= (table?.at_ms ?? 0),
  );
  return later === undefined || others.length > 0 ? undefined : minus(later, tallyOf(before) ?? NOTHING);
}

async function repeated(
  name: Repetition,
  assignment: Assignment,
  league: LeagueAgents,
): Promise<ReportedMatch> {
  const { together, afterwards } = REPEATED[name];
  const attempts = await Promise.all(together.map((outcome) => assignment.report(outcome)));
  for (const text of afterwards) {
    const [outcome, set = {}] = isVaried(text) ? VARIED[text](assignment) : [text];
    attempts.push(await assignment.report(outcome, Object.keys(set).length === 0 ? {} : { set }));
  }
  return { assignment, attempts: attempts.slice(1), settled_ms: league.peerContext.environment.clock.now() };
}

async function reportedUnusually(
  name: UnusualReport,
  assignment: Assignment,
  league: LeagueAgents,
): Promise<ReportedMatch> {
  const answer = await assignment.report("A", SEND_UNUSUAL[name](assignment));
  const settled_ms = league.peerContext.environment.clock.now();
  // A manager that refuses the short report gets a full one, so that its league continues.
  if (answer.outcome !== "message") await assignment.report("A");
  return { assignment, attempts: [answer], settled_ms };
}

async function contradicted(
  names: readonly InvalidReport[],
  assignment: Assignment,
  league: LeagueAgents,
): Promise<[InvalidReport, ReportedMatch][]> {
  const answers: [InvalidReport, Answer][] = [];
  for (const name of names.filter((one) => isInvalid(one, assignment, league)))
    answers.push([name, await SEND_INVALID[name](assignment, league)]);
  const settled_ms = league.peerContext.environment.clock.now();
  await assignment.report("B");
  const accepted = answers.filter(([, { outcome }]) => outcome === "message").map(([name]) => name);
  return answers.map(([name, answer]) => [
    name,
    {
      assignment,
      attempts: [answer],
      settled_ms,
      acceptedFalseReport: accepted.find((other) => other !== name),
    },
  ]);
}

function isLastOfRound({ roundId }: Assignment, { players, assignments }: LeagueAgents): boolean {
  const given = assignments.filter((one) => one.roundId === roundId);
  const reported = given.filter(({ trueResult }) => trueResult !== undefined).length;
  return reported + 1 >= Math.floor(players.filter(({ accepted }) => accepted).length / 2);
}
