/** False reports, made about a match beside the true one, and what came of them. */
import { deadlineOf } from "../../contract.js";
import type { Answer } from "../../peers/answer.js";
import type { Assignment, Outcome } from "../../peers/assignment.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import { oneAtATime, type RefereeScript } from "../../peers/referee-behaviour.js";
import type { Seat } from "../../peers/seat.js";
import type { Twist } from "../../peers/speaker.js";
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

type Lie = (assignment: Assignment, league: ManagedLeague) => Promise<Answer>;

/** A victory of A's, altered. The truth is that B has won. */
function lie(
  twist: (assignment: Assignment, league: ManagedLeague) => Twist,
  as?: (assignment: Assignment, league: ManagedLeague) => Seat | undefined,
): Lie {
  return (assignment, league) =>
    assignment.reportOutcome("A", twist(assignment, league), as?.(assignment, league));
}

/** With these points for A and B. */
function scored(pointsA: number, pointsB: number): Lie {
  return lie(({ playerA, playerB }) => ({
    set: { "/result/score": { [playerA]: pointsA, [playerB]: pointsB } },
  }));
}

/** What exactly was false in a report, where its kind has several variants. */
export const nuances = new WeakMap<Answer, string>();

/** Each of them in turn, until one is believed. */
const nearlyRight: Lie = async (assignment, league) => {
  const token = assignment.referee.token ?? "";
  const half = Math.ceil(token.length / 2);
  const noise = Buffer.from(league.env.random.bytes(token.length)).toString("hex");
  const variants = {
    "another one's after its first half": token.slice(0, half) + noise.slice(0, token.length - half),
    "another one's in its first half": noise.slice(0, half) + token.slice(half),
    "its first half only": token.slice(0, half),
    "with a sign behind it": `${token}0`,
    "in a list": [token],
    "without a letter": "",
  };
  let answer: Answer | undefined;
  for (const [what, auth_token] of Object.entries(variants)) {
    league.env.recorder.transcript.note(`the right token, but ${what}`);
    answer = await assignment.reportOutcome("A", { set: { "/auth_token": auth_token } });
    nuances.set(answer, `the right one, but ${what}`);
    if (answer.outcome === "message") break;
  }
  return answer ?? assignment.reportOutcome("A", { remove: ["/auth_token"] });
};

/** As many pairs as five players make. */
const MOST_PAIRS = 10;

/** A report for every pair that may meet in a match which was given to nobody yet, until one is believed. */
const tooEarly: Lie = async (assignment, league) => {
  const match_id = laterMatch(assignment);
  const ids = league.players.filter(({ accepted }) => accepted).flatMap(({ id }) => id ?? []);
  const pairs = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => [a, b] as const));
  const isThis = (pair: readonly string[]) =>
    [assignment.playerA, assignment.playerB].every((player) => pair.includes(player));
  let answer: Answer | undefined;
  for (const [a, b] of pairs.filter((pair) => !isThis(pair)).slice(0, MOST_PAIRS)) {
    answer = await assignment.reportOutcome("A", {
      set: {
        "/match_id": match_id,
        "/round_id": Number(assignment.roundId) + 1,
        "/result/winner": a,
        "/result/score": { [a]: 3, [b]: 0 },
        "/result/details/choices": { [a]: "even", [b]: "odd" },
      },
    });
    if (answer.outcome === "message") break;
  }
  return answer ?? assignment.reportOutcome("A", { set: { "/match_id": match_id } });
};

/** What must be refused, or not believed, whatever else is going on. */
export const REFUSED = {
  "no token": lie(() => ({ remove: ["/auth_token"] })),
  "an invented token": lie((_, { env }) => ({
    set: { "/auth_token": Buffer.from(env.random.bytes(16)).toString("hex") },
  })),
  "a token that is only nearly right": nearlyRight,
  "a player as sender": lie(() => ({}), playerAOf),
  "a player's token": lie((assignment, league) => ({
    set: { "/auth_token": playerAOf(assignment, league).token },
  })),
  "another referee's token": lie((assignment, league) => ({
    set: { "/auth_token": colleagueOf(assignment, league)?.token },
  })),
  "an unknown match": lie(() => ({ set: { "/match_id": "R99M99" } })),
  "the id of a match that is still to come": tooEarly,
  "another referee": lie(() => ({}), colleagueOf),
  "300 points": scored(300, 0),
  "two points for a win": scored(2, 0),
  "points for both": scored(3, 3),
  "the points of a draw for a winner": scored(1, 1),
  "points for the loser": scored(0, 3),
  "a stranger's points": lie(({ playerA }) => ({ set: { "/result/score": { [playerA]: 3, P99: 0 } } })),
} satisfies Record<string, Lie>;

/** What is said of a match that is not the last of its round: at the same moment, and then one after the other. */
export const REPEATED = {
  repetition: { together: ["A"], afterwards: ["A"] },
  contradiction: { together: ["A"], afterwards: ["B"] },
  race: { together: ["A", "A", "A"], afterwards: [] },
} satisfies Record<string, { together: Outcome[]; afterwards: Outcome[] }>;

export type Falsehood = keyof typeof REFUSED;
export type Repetition = keyof typeof REPEATED;
export type ContestName = Falsehood | Repetition;

export const FALSEHOODS = Object.keys(REFUSED) as Falsehood[];
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

/** Some of it may be true after all: where there is no second referee, or all matches are given out at once. */
function isFalse(name: Falsehood, assignment: Assignment, league: ManagedLeague): boolean {
  switch (name) {
    case "another referee":
    case "another referee's token":
      return colleagueOf(assignment, league) !== undefined;
    case "the id of a match that is still to come":
      return isToCome(laterMatch(assignment), league);
    default:
      return true;
  }
}

/** Named as the matches of the next round are, if the first number in the name is that of the round. */
function laterMatch({ matchId }: Assignment): string {
  return matchId.replace(/\d+/, (round) => String(Number(round) + 1));
}

function isToCome(matchId: string, { assignments, players, referees }: ManagedLeague): boolean {
  const announced = [...players, ...referees].flatMap((seat) => seat.told("ROUND_ANNOUNCEMENT"));
  return (
    !assignments.some((one) => one.matchId === matchId) &&
    !announced.some(({ message }) => JSON.stringify(message).includes(`"${matchId}"`))
  );
}

function playerAOf({ playerA, referee }: Assignment, { players }: ManagedLeague): Seat {
  return players.find(({ id }) => id === playerA) ?? referee;
}

function colleagueOf({ referee }: Assignment, { referees }: ManagedLeague): Seat | undefined {
  return referees.find((seat) => seat !== referee && seat.accepted);
}

function isLastOfRound({ roundId }: Assignment, { players, assignments }: ManagedLeague): boolean {
  const given = assignments.filter((one) => one.roundId === roundId);
  const reported = given.filter(({ truth }) => truth !== undefined).length;
  return reported + 1 >= Math.floor(players.filter(({ accepted }) => accepted).length / 2);
}
