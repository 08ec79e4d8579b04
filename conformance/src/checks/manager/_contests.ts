/** False reports, made about a match beside the true one, and what came of them. */
import { deadlineOf } from "../../contract.js";
import type { Answer } from "../../peers/answer.js";
import type { Assignment, Outcome } from "../../peers/assignment.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import { oneAtATime, type RefereeScript } from "../../peers/referee-behaviour.js";
import { type Falsehood, isFalse, REFUSED } from "./_falsehoods.js";
import { minus, NOTHING, rowsIn, type Tally, tallyIn } from "./_table.js";

/** What came of one of them. */
export interface Contested {
  assignment: Assignment;
  /** The answers to the false reports, or to the repetitions. */
  attempts: readonly Answer[];
  /** A table that is sent later than this holds the match as it counts. */
  settled_ms: number;
  /** Another falsehood about the same match that was believed: nobody knows then what the match must count for. */
  spoiltBy?: ContestName | undefined;
}

/** What is said of a match that is not the last of its round: at the same moment, and then one after the other. */
export const REPEATED = {
  repetition: { together: ["A"], afterwards: ["A"] },
  contradiction: { together: ["A"], afterwards: ["B"] },
  race: { together: ["A", "A", "A"], afterwards: [] },
} satisfies Record<string, { together: Outcome[]; afterwards: Outcome[] }>;

export type Repetition = keyof typeof REPEATED;
export type ContestName = Falsehood | Repetition;

export const REPETITIONS = Object.keys(REPEATED) as Repetition[];

/** What the longest of them can take. In milliseconds. */
export const CONTEST_MS = 3 * deadlineOf("MATCH_RESULT_REPORT");

interface Contests {
  falsehoods: readonly Falsehood[];
  repetitions: readonly Repetition[];
  /** How many falsehoods are told about the same match. */
  atOnce: number;
}

/** Of one match after the other, these are made in turn; what is left of the matches is simply reported. */
export function contesting(
  { falsehoods, repetitions, atOnce }: Contests,
  into: Map<ContestName, Contested>,
): RefereeScript {
  const lies = [...falsehoods];
  const again = [...repetitions];
  return oneAtATime()(async (assignment, { league }) => {
    const repetition = isLastOfRound(assignment, league) ? undefined : again.shift();
    if (repetition !== undefined) into.set(repetition, await repeated(repetition, assignment, league));
    // As the contested match ends in truth, so that a table that counts such a match wrongly is told from a lie believed.
    else if (lies.length === 0) await assignment.reportOutcome(falsehoods.length > 0 ? "B" : "A");
    else {
      const told = await contradicted(lies.splice(0, atOnce), assignment, league);
      for (const [name, contest] of told) into.set(name, contest);
    }
  });
}

/**
 * What the match has brought to this player in the tables before and after it; undefined if none was sent afterwards,
 * or only when the player had played another one.
 */
export function broughtTo(
  player: string,
  { assignment, settled_ms }: Contested,
  seen: LeagueObservation,
): Tally | undefined {
  const tables = [...seen.standings, ...seen.leagueCompleted];
  const tallyOf = (table: (typeof tables)[number] | undefined) => {
    const rows = rowsIn(table?.message.standings ?? table?.message.final_standings);
    return tallyIn(rows?.find(({ player_id }) => player_id === player));
  };
  const earlier = tallyOf(tables.findLast(({ at_ms }) => at_ms < assignment.received.at_ms));
  const table = tables.toSorted((a, b) => a.at_ms - b.at_ms).find(({ at_ms }) => at_ms >= settled_ms);
  const later = tallyOf(table);
  const between = seen.assignments.filter(
    ({ playerA, playerB, truth_ms = 0, received }) =>
      [playerA, playerB].includes(player) &&
      received.at_ms >= assignment.received.at_ms &&
      truth_ms > 0 &&
      truth_ms <= (table?.at_ms ?? 0),
  );
  return later === undefined || between.length > 1 ? undefined : minus(later, earlier ?? NOTHING);
}

async function repeated(name: Repetition, assignment: Assignment, league: ManagedLeague): Promise<Contested> {
  const { together, afterwards } = REPEATED[name];
  const attempts = await Promise.all(together.map((outcome) => assignment.reportOutcome(outcome)));
  for (const outcome of afterwards) attempts.push(await assignment.reportOutcome(outcome));
  return { assignment, attempts: attempts.slice(1), settled_ms: league.env.stage.clock.now() };
}

async function contradicted(
  names: readonly Falsehood[],
  assignment: Assignment,
  league: ManagedLeague,
): Promise<[Falsehood, Contested][]> {
  const answers: [Falsehood, Answer][] = [];
  for (const name of names.filter((one) => isFalse(one, assignment, league)))
    answers.push([name, await REFUSED[name](assignment, league)]);
  const settled_ms = league.env.stage.clock.now();
  await assignment.reportOutcome("B");
  const believed = answers.filter(([, { outcome }]) => outcome === "message").map(([name]) => name);
  return answers.map(([name, answer]) => [
    name,
    { assignment, attempts: [answer], settled_ms, spoiltBy: believed.find((other) => other !== name) },
  ]);
}

function isLastOfRound({ roundId }: Assignment, { players, assignments }: ManagedLeague): boolean {
  const given = assignments.filter((one) => one.roundId === roundId);
  const reported = given.filter(({ truth }) => truth !== undefined).length;
  return reported + 1 >= Math.floor(players.filter(({ accepted }) => accepted).length / 2);
}
