/** Reports with one fault each, and reports that are valid but unusual. */
import { protocol } from "../../../contract.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import type { LeagueAgents } from "../../../peers/referee-behaviour.js";

type SendReport = (assignment: Assignment, league: LeagueAgents) => Promise<Answer>;

/** A changed report of a victory of A, where B has won. */
function invalidReport(
  overrides: (assignment: Assignment, league: LeagueAgents) => MessageOverrides,
  as?: (assignment: Assignment, league: LeagueAgents) => RegisteredPeer | undefined,
): SendReport {
  return (assignment, league) =>
    assignment.report("A", overrides(assignment, league), as?.(assignment, league));
}

/** With these points for A and B. */
function scored(pointsA: number, pointsB: number): SendReport {
  return invalidReport(({ playerA, playerB }) => ({
    set: { "/result/score": { [playerA]: pointsA, [playerB]: pointsB } },
  }));
}

/** Tries one after the other, until one is accepted. */
const nearlyRight: SendReport = async (assignment, league) => {
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
  let answer: Answer | undefined;
  for (const [what, auth_token] of Object.entries(variants)) {
    // A token without letters has no other case.
    if (auth_token === token) continue;
    league.peerContext.recorder.transcript.note(`the right token, but ${what}`);
    answer = await assignment.report("A", { set: { "/auth_token": auth_token } });
    answer.variant = `the right one, but ${what}`;
    if (answer.outcome === "message") break;
  }
  return answer ?? assignment.report("A", { remove: ["/auth_token"] });
};

/** A match of a round that does not exist, and one more in the current round, until one is accepted. */
const unknownMatch: SendReport = async (assignment, league) => {
  const inThisRound = assignment.matchId.replace(/\d+$/, (match) => String(Number(match) + 90));
  const report = (id: string) => invalidReport(() => ({ set: { "/match_id": id } }))(assignment, league);
  const answer = await report("R99M99");
  return answer.outcome === "message" || inThisRound === assignment.matchId ? answer : report(inThisRound);
};

function inOtherCase(token: string): string {
  return token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase();
}

/** The number of pairs of ten players. */
const MOST_PAIRS = 45;

/** A report for every pair that may meet in a match which was not assigned yet, until one is accepted. */
const tooEarly: SendReport = async (assignment, league) => {
  const match_id = laterMatch(assignment);
  const ids = league.players.filter(({ accepted }) => accepted).flatMap(({ id }) => id ?? []);
  const pairs = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => [a, b] as const));
  const isThis = (pair: readonly string[]) =>
    [assignment.playerA, assignment.playerB].every((player) => pair.includes(player));
  let answer: Answer | undefined;
  for (const [a, b] of pairs.filter((pair) => !isThis(pair)).slice(0, MOST_PAIRS)) {
    answer = await assignment.report("A", {
      set: {
        "/match_id": match_id,
        "/round_id": Number(assignment.roundId) + 1,
        "/result/winner": a,
        "/result/score": { [a]: protocol.points.win, [b]: protocol.points.loss },
        "/result/details/choices": { [a]: "even", [b]: "odd" },
      },
    });
    if (answer.outcome === "message") break;
  }
  return answer ?? assignment.report("A", { set: { "/match_id": match_id } });
};

export const SEND_INVALID = {
  "no token": invalidReport(() => ({ remove: ["/auth_token"] })),
  "an invented token": invalidReport((_, { peerContext }) => ({
    set: { "/auth_token": Buffer.from(peerContext.random.bytes(16)).toString("hex") },
  })),
  "a token that is only nearly right": nearlyRight,
  "a player as sender": invalidReport(() => ({}), playerAOf),
  "a player's token": invalidReport((assignment, league) => ({
    set: { "/auth_token": playerAOf(assignment, league).token },
  })),
  "another referee's token": invalidReport((assignment, league) => ({
    set: { "/auth_token": colleagueOf(assignment, league)?.token },
  })),
  "an unknown match": unknownMatch,
  "the id of a match that is still to come": tooEarly,
  "another referee": invalidReport(() => ({}), colleagueOf),
  "300 points": scored(300, 0),
  "two points for a win": scored(2, 0),
  "points for both": scored(3, 3),
  "the points of a draw for a winner": scored(1, 1),
  "points for the loser": scored(0, 3),
  "two points against one": scored(2, 1),
  "points for another player": invalidReport(({ playerA }) => ({
    set: { "/result/score": { [playerA]: 3, P99: 0 } },
  })),
  "points for the loser of a technical loss": (assignment) => {
    const { playerA, playerB } = assignment;
    return assignment.report("A", unplayed(playerA, { [playerA]: 0, [playerB]: protocol.points.win }));
  },
} satisfies Record<string, SendReport>;

export type InvalidReport = keyof typeof SEND_INVALID;

export const INVALID_REPORTS = Object.keys(SEND_INVALID) as InvalidReport[];

/** The report of a match of the next round. */
export const TO_COME: InvalidReport = "the id of a match that is still to come";

/** Some may be true: where there is no second referee, or all matches are assigned at once. */
export function isInvalid(name: InvalidReport, assignment: Assignment, league: LeagueAgents): boolean {
  switch (name) {
    case "another referee":
    case "another referee's token":
      return colleagueOf(assignment, league) !== undefined;
    case TO_COME:
      return isToCome(laterMatch(assignment), league);
    default:
      return true;
  }
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

// Valid reports that referees rarely send.

/** Results that IS 2.2.6 and RA 5.6 do not allow. */
const ADDITIONS = ["/result/status", "/result/details/number_parity", "/result/details/reason"];

export const SEND_UNUSUAL = {
  "one player missing": ({ playerA, playerB }: Assignment) =>
    unplayed(playerA, { [playerA]: protocol.points.win, [playerB]: 0 }),
  "player A missing": ({ playerA, playerB }: Assignment) =>
    unplayed(playerB, { [playerA]: 0, [playerB]: protocol.points.win }),
  "both players missing": ({ playerA, playerB }: Assignment) =>
    unplayed(null, { [playerA]: 0, [playerB]: 0 }),
  "both players late": ({ playerA, playerB }: Assignment) =>
    unplayed(null, { [playerA]: protocol.points.draw, [playerB]: protocol.points.draw }, "DRAW"),
  "winner, score and details only": () => ({ remove: ADDITIONS }),
} satisfies Record<string, (match: Assignment) => MessageOverrides>;

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
