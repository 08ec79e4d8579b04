/** The scenario of a player: the messages of a plain league, each with its answer. */
import { deadlineOf } from "../../../contract.js";
import type { PlayerFixture } from "../../../fixtures/member-fixtures.js";
import type { JsonObject } from "../../../json.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import type { Match, MatchIds } from "../../../peers/match.js";
import type { Judging, Scenario } from "../../../rules/rule.js";
import { utc } from "../../../time/iso-time.js";
import { answersTo, times } from "../../../time/steps.js";
import { NotExercised } from "../../../verdict.js";
import {
  asked,
  type End,
  endMatches,
  expectConversation,
  isChoice,
  isJoin,
  joined,
  matches,
  noteEnd,
  notifications,
  outcomeFor,
  technicalLoss,
} from "./match-steps.js";

/** One message to the player, and its answer. */
export interface Exchange {
  /** For diagnoses: "the invitation to a match as PLAYER_A". */
  what: string;
  /** `repeated`: the same message came before. `disturbed`: so it did, and something unusual is between the two or in it. */
  kind: "first" | "repeated" | "disturbed";
  asked: { conversation_id?: string; match_id?: string; round_id?: number };
  answer: Answer;
  /** The message in the answer, in canonical form. */
  message: JsonObject;
  /** The player's id, if the league manager gave it one in this run. */
  playerId: string | undefined;
}

/** Whether the answer is the message that the contract names or, to a league manager or at the end of a match, any result. */
function isAnswered({ answer }: Exchange): boolean {
  if (answer.question === "GAME_INVITATION") return isJoin(answer);
  return answer.question === "CHOOSE_PARITY_CALL" ? isChoice(answer) : answer.hasResult;
}

const ROLES = ["PLAYER_A", "PLAYER_B"] as const;

/** The ends of the matches: four of each kind in a row, for a strategy that depends on series, and in other orders. */
const ENDS: readonly (End | "missed")[] = [
  ...(["drew", "drew", "drew", "drew"] as const),
  ...(["won", "won", "won", "won"] as const),
  ...(["lost", "lost", "lost", "lost"] as const),
  ...(["missed", "lost"] as const),
];

/** In these the messages are repeated, once in each role. */
const REPEATING = 2;

/** The JSON-RPC id of the first call of a match in which it is repeated. */
const FIRST_CALL = 20;

const AN_HOUR_MS = 60 * 60 * 1_000;

/** The `game_result` where neither player has chosen. */
function unplayed(
  { opponent }: Match,
  player: string,
  {
    winner_player_id = null,
    ...result
  }: { status: string; winner_player_id?: string | null; reason: string },
): JsonObject {
  const choices = { [player]: null, [opponent]: null };
  return { ...result, winner_player_id, drawn_number: null, number_parity: null, choices };
}

const bothMissed = (match: Match, player: string) =>
  unplayed(match, player, {
    status: "DRAW",
    reason: "Neither player gave its choice in time. A draw.",
  });

/** Ends without a number: the rest of the sentence about the GAME_OVER, and the result. */
const WITHOUT_NUMBER: readonly (readonly [string, (match: Match, player: string) => JsonObject])[] = [
  ["that it lost by a technical loss", ({ opponent }, player) => technicalLoss(player, opponent)],
  ["that its opponent lost by a technical loss", ({ opponent }, player) => technicalLoss(opponent, player)],
  ["which is a draw because neither player chose", bothMissed],
  [
    "which has no winner because neither player could be reached",
    (match, player) =>
      unplayed(match, player, {
        status: "TECHNICAL_LOSS",
        reason: "Neither player could be reached. There is no winner.",
      }),
  ],
  [
    "which it has won without a call for its choice",
    (match, player) =>
      unplayed(match, player, {
        status: "TECHNICAL_LOSS",
        winner_player_id: player,
        reason: `${match.opponent} did not join in time. ${player} wins.`,
      }),
  ],
];

/** All that a league manager and referees send in a plain league, in either role, with each end of a match, and repeated. */
export const USUAL_PLAY: Scenario<PlayerFixture, Exchange> = {
  name: "matches of a plain league",
  steps: [
    matches(ENDS.length + WITHOUT_NUMBER.length + 2),
    times(2, answersTo("CHOOSE_PARITY_CALL"), notifications(1)),
    times(2 * REPEATING, answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER")),
    answersTo("ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"),
  ],
  about: ({ answer, asked: { match_id, conversation_id } }) => ({
    ids: [`"${match_id ?? conversation_id}"`],
    message: answer,
  }),
  async play(fixture) {
    const seen: Exchange[] = [];
    const note = (answer: Answer, what: string, kind: Exchange["kind"], about: Exchange["asked"]) => {
      const { registration, id } = fixture.player;
      const playerId = registration === undefined ? undefined : id;
      const message = answer.outcome === "message" ? answer.result : {};
      seen.push({ what, kind, asked: about, answer, message, playerId });
      return answer;
    };
    try {
      await playWithNumbers(fixture, note);
      await endWithoutNumbers(fixture, note);
      await announce(fixture, note);
      await askAfterErrors(fixture, note);
    } catch (error) {
      // A player that stops playing has shown enough if it has answered anything.
      if (!(error instanceof NotExercised) || seen.length === 0) throw error;
    }
    return seen;
  },
};

type Note = (answer: Answer, what: string, kind: Exchange["kind"], about: Exchange["asked"]) => Answer;

/** The same about the messages of one match. */
type NoteOfMatch = (answer: Answer, what: string, kind: Exchange["kind"]) => Answer;

/** Matches in either role, with wins, losses and draws, which the calls repeat in `your_standings`. */
async function playWithNumbers(fixture: PlayerFixture, note: Note): Promise<void> {
  const { player, dialect } = fixture;
  const standings = { wins: 0, losses: 0, draws: 0, points: 0 };
  let before = "in its first match";
  for (const [index, end] of ENDS.entries()) {
    const role = ROLES[index % 2] ?? "PLAYER_A";
    const isRepeating = index < REPEATING;
    await inMatch(fixture, note, { role, opponent: `P0${1 + (index % 3)}` }, async (match, noteIn) => {
      if (isRepeating) await inviteAgain(fixture, match, noteIn);
      const set = dialect === "flat" ? {} : { "/context/your_standings": { ...standings } };
      const overrides = isRepeating ? { id: FIRST_CALL } : { set };
      const choice = await asked(fixture, match, overrides);
      noteIn(choice, `the call for its choice, ${before}, as ${role},`, "first");
      if (!isChoice(choice)) return;
      if (isRepeating) await askAgain(fixture, match, noteIn);
      const outcome =
        end === "missed" ? { result: bothMissed(match, player.id) } : outcomeFor(end, match.chosen);
      const what = end === "missed" ? "is a draw because neither player chose" : `it ${end} as ${role}`;
      noteEnd(fixture, match);
      const over = () => match.gameOver(player, outcome);
      const first = noteIn(await over(), `the GAME_OVER of a match that ${what}`, "first");
      for (const again of index === 0 && first.hasResult ? ["repeated", "repeated once more"] : [])
        noteIn(await over(), `the GAME_OVER, ${again},`, "repeated");
    });
    before = end === "missed" ? "after a draw because neither player chose" : `after a match that it ${end}`;
    standings.wins += Number(end === "won");
    standings.losses += Number(end === "lost");
    standings.draws += Number(end === "drew" || end === "missed");
    standings.points = 3 * standings.wins + standings.draws;
  }
}

/** A referee repeats an invitation without an answer, as a new request or with the same id. */
async function inviteAgain({ player }: PlayerFixture, match: Match, note: NoteOfMatch): Promise<void> {
  if (match.joined.result.accept === false) return;
  for (const [what, overrides] of repeated(1))
    note(await match.invite(player, overrides), `the invitation, ${what},`, "repeated");
}

/** The last call was sent an hour ago: transport/envelope/timestamp judges a player that copies its timestamp. */
async function askAgain({ player, clock }: PlayerFixture, match: Match, note: NoteOfMatch): Promise<void> {
  for (const [what, overrides] of repeated(FIRST_CALL))
    note(await match.askChoice(player, overrides), `the call for its choice, ${what},`, "repeated");
  const set = { "/timestamp": utc(clock.now() - AN_HOUR_MS) };
  note(await match.askChoice(player, { set }), "the call for its choice, sent an hour ago,", "disturbed");
}

const repeated = (id: number): readonly (readonly [string, MessageOverrides])[] => [
  ["repeated with a new id", {}],
  ["repeated with the same id", { id }],
];

async function endWithoutNumbers(fixture: PlayerFixture, note: Note): Promise<void> {
  const { player } = fixture;
  for (const [index, [what, resultOf]] of WITHOUT_NUMBER.entries())
    await inMatch(fixture, note, {}, async (match, noteIn) => {
      if (index === 1) await asked(fixture, match);
      noteEnd(fixture, match);
      const over = await match.gameOver(player, { result: resultOf(match, player.id) });
      noteIn(over, `the GAME_OVER of a match ${what},`, "first");
    });
}

/** The messages of the league manager around a match. */
async function announce(fixture: PlayerFixture, note: Note): Promise<void> {
  const { player, league } = fixture;
  await inMatch(fixture, note, {}, async (match) => {
    const round_id = match.roundId;
    note(await league.announceRound(player, [match]), "ROUND_ANNOUNCEMENT", "first", { round_id });
    note(await league.standingsUpdate(player), "LEAGUE_STANDINGS_UPDATE", "first", { round_id });
    note(await league.roundCompleted(player), "ROUND_COMPLETED", "first", { round_id });
  });
}

/** As after choices that were no parity or did not arrive. Played last: a player may stop playing because of it (PLY-ERR-01). */
async function askAfterErrors(fixture: PlayerFixture, note: Note): Promise<void> {
  const { player } = fixture;
  await inMatch(fixture, note, {}, async (match, noteIn) => {
    if (!isChoice(await asked(fixture, match))) return;
    for (const error_code of ["E004", "E001"]) {
      await match.gameError(player, { error_code });
      const again = await match.askChoice(player);
      noteIn(again, "the call for its choice, repeated after a GAME_ERROR,", "disturbed");
    }
  });
}

/** A joined match, whose invitation is noted. It is ended if `play` did not come to its end. */
async function inMatch(
  fixture: PlayerFixture,
  note: Note,
  wanted: Partial<MatchIds>,
  play: (match: Match, noteIn: NoteOfMatch) => Promise<void>,
): Promise<void> {
  const match = await joined(fixture, wanted);
  const ids = { match_id: match.id, conversation_id: match.conversation, round_id: match.roundId };
  const noteIn: NoteOfMatch = (answer, what, kind) => note(answer, what, kind, ids);
  noteIn(match.joined, `the invitation to a match as ${match.role}`, "first");
  try {
    await play(match, noteIn);
  } finally {
    if (fixture.league.openMatches.has(match)) await endMatches(fixture, match);
  }
}

// What several rules over these exchanges judge.

type Judge = (exchange: Exchange, about: Judging) => void;

export const NO_CHOICE = ["the player did not choose", ["PLY-REG-01", "PLY-CHOICE-01"]] as const;

/** The answers to messages of this type that the contract names. */
export const isReplyTo = (wanted: string) => (part: Exchange) =>
  part.answer.question === wanted && isAnswered(part);

/** The answers to messages of this type that came like this. */
export const isOf =
  (wanted: string, which: Exchange["kind"]) =>
  ({ answer, kind }: Exchange) =>
    answer.question === wanted && kind === which;

export function answersWith(part: Exchange, { expect }: Judging, reply: string): void {
  expect.answer(part.answer, isAnswered(part), reply, { what: part.what });
}

export const answersInTime: Judge = ({ answer, what }, { expect }) =>
  expect.time(answer.ms, `the answer to ${what}`).isAtMost(deadlineOf(answer.question));

export const hasResultInTime: Judge = (exchange, fixture) => {
  answersWith(exchange, fixture, "a result");
  answersInTime(exchange, fixture);
};

export const copiesConversation: Judge = ({ message, asked: { conversation_id = "" }, what }, about) =>
  expectConversation(about, message, { conversation: conversation_id }, `the answer to ${what}`);

/** The player names itself in `player_id` or, in the flat dialect, in `sender`. */
export const namesMatchAndItself: Judge = (
  { message, asked: { match_id }, what, playerId },
  { expect, dialect },
) => {
  expect(message.match_id, `match_id in the answer to ${what}`).is(match_id);
  const { player_id, sender } = message;
  const bySender = player_id === undefined && dialect === "flat" && typeof sender === "string";
  const named = expect(
    bySender ? sender.replace(/^player:/, "") : player_id,
    `${bySender ? "sender" : "player_id"} in the answer to ${what}`,
  );
  // A player that joined another league before this run has the id of that league.
  if (playerId === undefined) named.isText();
  else named.is(playerId, "the player_id that the league manager gave it");
};

export const choosesOneOf =
  (...allowed: readonly string[]): Judge =>
  ({ message, what }, { expect }) =>
    expect(message.parity_choice, `parity_choice in the answer to ${what}`).isOneOf(allowed);
