/** Reports that are wrong, repeated or unusual, and the referees that send them. */
import { deadlineOf, protocol } from "../../../contract.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import {
  isLastOfRound,
  type LeagueAgents,
  oneAtATime,
  type RefereeScript,
} from "../../../peers/referee-behaviour.js";
import { times } from "../../../time/steps.js";

/** Sends the reports of a match; returns the answers to those that are judged. */
type Send = (assignment: Assignment, league: LeagueAgents) => Promise<readonly Answer[]>;

/** Sends one after the other, until one is accepted; the last answer is judged. */
async function untilAccepted(
  assignment: Assignment,
  { peerContext }: LeagueAgents,
  variants: readonly (readonly [what: string, overrides: MessageOverrides])[],
): Promise<readonly Answer[]> {
  let answer: Answer | undefined;
  for (const [what, overrides] of variants) {
    peerContext.recorder.transcript.note(what);
    answer = await assignment.report("A", overrides);
    answer.variant = what;
    if (answer.outcome === "message") break;
  }
  return answer === undefined ? [] : [answer];
}

/** The report of a victory of A with one change. */
function changed(
  overrides: (assignment: Assignment, league: LeagueAgents) => MessageOverrides,
  as?: (assignment: Assignment, league: LeagueAgents) => RegisteredPeer | undefined,
): Send {
  return async (assignment, league) => [
    await assignment.report("A", overrides(assignment, league), as?.(assignment, league)),
  ];
}

/** With these points for A and B. */
function scored(pointsA: number, pointsB: number): Send {
  return changed(({ playerA, playerB }) => ({
    set: { "/result/score": { [playerA]: pointsA, [playerB]: pointsB } },
  }));
}

const nearlyRight: Send = (assignment, league) => {
  const token = assignment.referee.token ?? "";
  const half = Math.ceil(token.length / 2);
  const noise = Buffer.from(league.peerContext.random.bytes(token.length)).toString("hex");
  const variants = {
    "another one's after its first half": token.slice(0, half) + noise.slice(0, token.length - half),
    "another one's in its first half": noise.slice(0, half) + token.slice(half),
    "its first half only": token.slice(0, half),
    "with a sign behind it": `${token}0`,
    "in the other case of letters": inOtherCase(token),
    "in a list": [token],
    "without a letter": "",
  };
  const sent = Object.entries(variants)
    // A token without letters has no other case.
    .filter(([, auth_token]) => auth_token !== token)
    .map(
      ([what, auth_token]) => [`the right one, but ${what}`, { set: { "/auth_token": auth_token } }] as const,
    );
  return untilAccepted(assignment, league, sent);
};

function inOtherCase(token: string): string {
  return token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase();
}

/** A match of a round that does not exist, and one more in the current round. */
const unknownMatch: Send = (assignment, league) => {
  const inThisRound = assignment.matchId.replace(/\d+$/, (match) => String(Number(match) + 90));
  const ids = new Set(["R99M99", inThisRound]);
  ids.delete(assignment.matchId);
  return untilAccepted(
    assignment,
    league,
    [...ids].map((id) => [id, { set: { "/match_id": id } }]),
  );
};

/** The number of pairs of ten players. */
const MOST_PAIRS = 45;

/** A report for every pair that may meet in a match which was not assigned yet. */
const tooEarly: Send = (assignment, league) => {
  const { playerA, playerB, roundId } = assignment;
  const match_id = laterMatch(assignment);
  const ids = league.players.filter(({ accepted }) => accepted).flatMap(({ id }) => id ?? []);
  const pairs = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => [a, b] as const));
  const sent = pairs
    .filter((pair) => !(pair.includes(playerA) && pair.includes(playerB)))
    .slice(0, MOST_PAIRS)
    .map(([a, b]) => {
      const set = {
        "/match_id": match_id,
        "/round_id": Number(roundId) + 1,
        "/result/winner": a,
        "/result/score": { [a]: protocol.points.win, [b]: protocol.points.loss },
        "/result/details/choices": { [a]: "even", [b]: "odd" },
      };
      return [`${match_id} of ${a} and ${b}`, { set }] as const;
    });
  return untilAccepted(
    assignment,
    league,
    sent.length > 0 ? sent : [[match_id, { set: { "/match_id": match_id } }]],
  );
};

/** Scores that the rules cannot give: a report with one of them may be refused or corrected, but not counted. */
const SEND_IMPOSSIBLE = {
  "300 points": scored(300, 0),
  "two points for a win": scored(2, 0),
  "points for both": scored(3, 3),
  "the points of a draw for a winner": scored(1, 1),
  "points for the loser": scored(0, 3),
  "two points against one": scored(2, 1),
  "points for another player": changed(({ playerA }) => ({
    set: { "/result/score": { [playerA]: 3, P99: 0 } },
  })),
  "points for the loser of a technical loss": changed(({ playerA, playerB }) =>
    unplayed(playerA, { [playerA]: 0, [playerB]: protocol.points.win }),
  ),
} satisfies Record<string, Send>;

export const IMPOSSIBLE_SCORES = Object.keys(SEND_IMPOSSIBLE) as (keyof typeof SEND_IMPOSSIBLE)[];

/** Reports with one fault each, of matches that B has won. */
const SEND_INVALID = {
  "no token": changed(() => ({ remove: ["/auth_token"] })),
  "an invented token": changed((_, { peerContext }) => ({
    set: { "/auth_token": Buffer.from(peerContext.random.bytes(16)).toString("hex") },
  })),
  "a token that is only nearly right": nearlyRight,
  "a player as sender": changed(() => ({}), playerAOf),
  "a player's token": changed((assignment, league) => ({
    set: { "/auth_token": playerAOf(assignment, league).token },
  })),
  "another referee's token": changed((assignment, league) => ({
    set: { "/auth_token": colleagueOf(assignment, league)?.token },
  })),
  "an unknown match": unknownMatch,
  "the id of a match that is still to come": tooEarly,
  "another referee": changed(() => ({}), colleagueOf),
  ...SEND_IMPOSSIBLE,
} satisfies Record<string, Send>;

export type InvalidReport = keyof typeof SEND_INVALID;

export const INVALID_REPORTS = Object.keys(SEND_INVALID) as InvalidReport[];

/** The report of a match of the next round. */
export const TO_COME: InvalidReport = "the id of a match that is still to come";

/** Some may be true: where there is no second referee, or all matches are assigned at once. */
function canSend(name: ReportScenario, assignment: Assignment, league: LeagueAgents): boolean {
  if (name === "another referee" || name === "another referee's token")
    return colleagueOf(assignment, league) !== undefined;
  return name !== TO_COME || isToCome(laterMatch(assignment), league);
}

/** The id of a match of the next round, if the first number in the id is that of the round. */
function laterMatch({ matchId }: Assignment): string {
  return matchId.replace(/\d+/, (round) => String(Number(round) + 1));
}

function isToCome(matchId: string, { assignments, players, referees }: LeagueAgents): boolean {
  const announced = [...players, ...referees].flatMap((peer) => peer.receivedOf("ROUND_ANNOUNCEMENT"));
  return (
    !assignments.some((one) => one.matchId === matchId) &&
    !announced.some(({ message }) => JSON.stringify(message).includes(`"${matchId}"`))
  );
}

function playerAOf({ playerA, referee }: Assignment, { players }: LeagueAgents): RegisteredPeer {
  return players.find(({ id }) => id === playerA) ?? referee;
}

function colleagueOf({ referee }: Assignment, { referees }: LeagueAgents): RegisteredPeer | undefined {
  return referees.find((peer) => peer !== referee && peer.accepted);
}

/** Results that IS 2.2.6 and RA 5.6 do not allow. */
const ADDITIONS = ["/result/status", "/result/details/number_parity", "/result/details/reason"];

/** Valid reports that referees rarely send. */
const SEND_UNUSUAL = {
  "one player missing": changed(({ playerA, playerB }) =>
    unplayed(playerA, { [playerA]: protocol.points.win, [playerB]: 0 }),
  ),
  "player A missing": changed(({ playerA, playerB }) =>
    unplayed(playerB, { [playerA]: 0, [playerB]: protocol.points.win }),
  ),
  "both players missing": changed(({ playerA, playerB }) => unplayed(null, { [playerA]: 0, [playerB]: 0 })),
  "both players late": changed(({ playerA, playerB }) =>
    unplayed(null, { [playerA]: protocol.points.draw, [playerB]: protocol.points.draw }, "DRAW"),
  ),
  "winner, score and details only": changed(() => ({ remove: ADDITIONS })),
} satisfies Record<string, Send>;

export type UnusualReport = keyof typeof SEND_UNUSUAL;

export const UNUSUAL_REPORTS = Object.keys(SEND_UNUSUAL) as UnusualReport[];

/** No number was drawn, and no player was asked for a choice. */
function unplayed(
  winner: string | null,
  score: Record<string, number>,
  status = "TECHNICAL_LOSS",
): MessageOverrides {
  const choices = Object.fromEntries(Object.keys(score).map((player) => [player, null]));
  const details = { drawn_number: null, number_parity: null, choices, reason: "A player did not come." };
  return { set: { "/result": { status, winner, score, details } } };
}

/** The first report of a match, and then others, which are judged. */
const SEND_AGAIN = {
  repetition: async (match) => {
    await match.report("A");
    return [await match.report("A")];
  },
  /** Another even number, and then the other winner. */
  contradiction: async (match) => {
    await match.report("A");
    const otherNumber = await match.report("A", { set: { "/result/details/drawn_number": 2 } });
    return [otherNumber, await match.report("B")];
  },
  /** Both were right before, and now both are wrong. */
  "other choices": async (match) => {
    const choices = { [match.playerA]: "odd", [match.playerB]: "odd" };
    await match.report("draw");
    return [await match.report("draw", { set: { "/result/details/choices": choices } })];
  },
  race: async (match) => (await Promise.all(["A", "A", "A"].map(() => match.report("A")))).slice(1),
} satisfies Record<string, Send>;

export type Repetition = keyof typeof SEND_AGAIN;

export const REPETITIONS = Object.keys(SEND_AGAIN) as Repetition[];

export const SEND_REPORTS = { ...SEND_INVALID, ...SEND_UNUSUAL, ...SEND_AGAIN };

export type ReportScenario = keyof typeof SEND_REPORTS;

/** The time for the longest scenario. In milliseconds. */
export const REPORT_SCENARIO = times(3, deadlineOf("MATCH_RESULT_REPORT"));

/** A match that was reported in this way. */
export interface ReportedMatch {
  assignment: Assignment;
  attempts: readonly Answer[];
  /** Tables after this time contain the match as the manager counts it. */
  settled_ms: number;
  /** Another invalid report of the same match that was accepted: the correct count of the match is then unknown. */
  acceptedFalseReport?: ReportScenario | undefined;
}

export interface ScenarioReferees {
  script: RefereeScript;
  /** Whether all reports were made, and every player was sent the standings after the last one. */
  isOver(league: LeagueAgents): boolean;
}

interface Scenarios {
  /** The reports of one match after the other; the remaining matches are simply reported. */
  matches: readonly (readonly ReportScenario[])[];
  /** Whether the last match of each round is only reported, for comparison with the others. */
  comparing?: boolean;
  /** Whether all matches of the first round are only reported. */
  settling?: boolean;
}

export function scenarioReferees(
  { matches, comparing = false, settling = false }: Scenarios,
  into: Map<ReportScenario, ReportedMatch>,
): ScenarioReferees {
  const left = [...matches];
  const script = oneAtATime()(async (assignment, { league }) => {
    const isSettling = settling && assignment.roundId === league.assignments[0]?.roundId;
    const isLast = isLastOfRound(assignment, league);
    // The end of the round would hide what a repetition does.
    const fits = (names: readonly ReportScenario[]) =>
      !isSettling && !(isLast && (comparing || names.some((name) => Object.hasOwn(SEND_AGAIN, name))));
    const next = left.findIndex(fits);
    const names = next < 0 ? [] : left.splice(next, 1).flat();
    for (const [name, match] of await reportAs(names, assignment, league)) into.set(name, match);
  });
  const isOver = ({ players }: LeagueAgents) => {
    const last = [...into.values()].at(-1)?.assignment.roundId;
    if (left.length > 0 || last === undefined) return false;
    return players.every((peer) =>
      peer.receivedOf("LEAGUE_STANDINGS_UPDATE").some(({ message }) => message.round_id === last),
    );
  };
  return { script, isOver };
}

/** Sends these reports, as far as they fit the match, and the true one, where none of them was. */
async function reportAs(
  names: readonly ReportScenario[],
  assignment: Assignment,
  league: LeagueAgents,
): Promise<[ReportScenario, ReportedMatch][]> {
  const sent: [ReportScenario, readonly Answer[]][] = [];
  for (const name of names.filter((one) => canSend(one, assignment, league)))
    sent.push([name, await SEND_REPORTS[name](assignment, league)]);
  const settled_ms = league.peerContext.environment.clock.now();
  const isInvalid = names.every((name) => Object.hasOwn(SEND_INVALID, name));
  const isOpen = assignment.trueResult === undefined && !assignment.isCounted;
  if (isInvalid || isOpen) await assignment.report(isInvalid ? "B" : "A");
  const accepted = sent.filter(([, [answer]]) => answer?.outcome === "message").map(([name]) => name);
  return sent.map(([name, attempts]) => {
    const acceptedFalseReport = accepted.find((other) => other !== name);
    return [name, { assignment, attempts, settled_ms, acceptedFalseReport }];
  });
}
