/** One match of a player under test, with a referee of the suite. */
import { deadlineOf, methodOf } from "../contract.js";
import type { JsonObject } from "../json.js";
import type { Random } from "../sdk.js";
import { gameResult, type Parity } from "./actors/result.js";
import type { Answer } from "./exchange/answer.js";
import { type MessageOverrides, PeerClient } from "./exchange/peer-client.js";
import {
  lateAfter,
  newConversation,
  newToken,
  type PeerContext,
  type Target,
  timestampText,
} from "./exchange/peer-context.js";

const NO_STANDINGS = { wins: 0, losses: 0, draws: 0, points: 0 };

/**
 * The standing in the calls differs from match to match, and is the same in each call of one match. Points are optional:
 * of two matches in succession, one at least is without them.
 */
const STANDINGS: readonly JsonObject[] = [
  NO_STANDINGS,
  { wins: 0, losses: 2, draws: 0 },
  { wins: 12, losses: 15, draws: 7, points: 43 },
  { wins: 0, losses: 1, draws: 4 },
  { wins: 3, losses: 0, draws: 1 },
];

/** The address of a referee of the suite in announcements; it has no listener. */
export const UNUSED_ENDPOINT = "http://127.0.0.1:8001/mcp";

/** A match of two other players in an announcement. */
export function matchOfOthers(game_type: string): JsonObject {
  return {
    match_id: "R1M9",
    game_type,
    player_A_id: "P90",
    player_B_id: "P91",
    referee_endpoint: UNUSED_ENDPOINT,
  };
}

/** Overrides that do not change the message. */
const USUAL = ["timeoutMs", "id"];

export interface MatchIds {
  id: string;
  leagueId: string;
  roundId: number;
  opponent: string;
  role: "PLAYER_A" | "PLAYER_B";
}

/**
 * A match of the first round with a new referee, as a player takes one at any time. Its number is one that the player has not
 * had, and agents may limit the messages of one sender.
 */
export function plainMatch(
  peerContext: PeerContext,
  leagueId: string,
  random: Random = peerContext.random,
): Match {
  const token = newToken(random);
  const sender = `referee:${peerContext.form.knownReferee ?? `REF${100 + random.below(900)}`}`;
  const id = `R1M${1_000 + random.below(1_000_000)}`;
  const ids: MatchIds = { id, leagueId, roundId: 1, opponent: "P02", role: "PLAYER_A" };
  return new Match(peerContext, new PeerClient(peerContext, { sender, token }), ids);
}

/** A player under test: its address and its name. */
export interface Invitee extends Target {
  readonly id: string;
}

export class Match implements MatchIds {
  readonly id: string;
  readonly leagueId: string;
  readonly roundId: number;
  readonly opponent: string;
  readonly role: "PLAYER_A" | "PLAYER_B";
  /** One for the whole match. */
  readonly conversation: string;
  /** The referee of the match: `match.referee.say(…)` sends any message in its name. */
  readonly referee: PeerClient;
  /** The player's choice, for GAME_OVER; undefined until it has chosen. */
  chosen: Parity | undefined;
  /** The outcome in the first GAME_OVER with a number; repetitions contain the same. */
  outcome: { choice: Parity; opponentChoice: Parity; number: number } | undefined;
  private readonly peerContext: PeerContext;
  private invited: Answer | undefined;
  private isAsked = false;
  /** Whether all messages about the match were sent by its referee and conform to the contract. */
  private isUsual = true;

  constructor(peerContext: PeerContext, referee: PeerClient, ids: MatchIds) {
    this.peerContext = peerContext;
    this.referee = referee;
    this.id = ids.id;
    this.leagueId = ids.leagueId;
    this.roundId = ids.roundId;
    this.opponent = ids.opponent;
    this.role = ids.role;
    this.conversation = newConversation(peerContext, ids.id);
  }

  /** The answer to the (latest) invitation. */
  get joined(): Answer {
    if (this.invited === undefined) throw new Error("the player has not been invited to this match");
    return this.invited;
  }

  /** GAME_INVITATION; the answer is also kept as `joined`. */
  async invite(
    player: Invitee,
    overrides: MessageOverrides = {},
    as: PeerClient = this.referee,
  ): Promise<Answer> {
    const { usual } = this.peerContext.seen;
    usual.begin(player.url, this.id);
    const again = this.invited?.outcome === "message" ? "PLY-JOIN-07" : "PLY-JOIN-06";
    const clause = usual.isFirstAfterError(player.url, "GAME_INVITATION") ? "PLY-ERR-01" : again;
    this.invited = await this.say(player, "GAME_INVITATION", this.invitation(), overrides, as, clause);
    return this.invited;
  }

  /** CHOOSE_PARITY_CALL, waiting somewhat longer than its deadline. */
  askChoice(
    player: Invitee,
    overrides: MessageOverrides = {},
    as: PeerClient = this.referee,
  ): Promise<Answer> {
    const { usual } = this.peerContext.seen;
    const first = usual.isAlone(player.url, this.id) ? "PLY-CHOICE-01" : "PLY-CHOICE-10";
    const usualClause = this.isAsked ? "PLY-CHOICE-07" : first;
    const clause = usual.isFirstAfterError(player.url, "CHOOSE_PARITY_CALL") ? "PLY-ERR-01" : usualClause;
    this.isAsked = true;
    return this.say(player, "CHOOSE_PARITY_CALL", this.choiceCall(player), overrides, as, clause);
  }

  /** GAME_OVER. By default the player has lost: it chose even, its opponent odd, and 7 was drawn. */
  gameOver(
    player: Invitee,
    outcome: { choice?: Parity; opponentChoice?: Parity; number?: number; result?: JsonObject } = {},
    overrides: MessageOverrides = {},
    as: PeerClient = this.referee,
  ): Promise<Answer> {
    const { choice = "even", opponentChoice = "odd", number = 7 } = outcome;
    if (outcome.number !== undefined) this.outcome ??= { choice, opponentChoice, number };
    const [playerA, playerB] = this.sides(player.id, this.opponent);
    const [choiceA, choiceB] = this.sides(choice, opponentChoice);
    const played = { playerA, playerB, choiceA, choiceB, number };
    const fields = {
      match_id: this.id,
      game_type: this.peerContext.game.type,
      game_result: outcome.result ?? gameResult(played, this.peerContext.game.winnerOf(played)),
    };
    const isDefined = outcome.number !== undefined || outcome.result?.status === "TECHNICAL_LOSS";
    return this.say(player, "GAME_OVER", fields, overrides, as, isDefined ? "PLY-ACK-02" : undefined);
  }

  /** GAME_ERROR as a notification; with `id` in the overrides it is a request for an acknowledgement. */
  gameError(
    player: Invitee,
    fields: JsonObject = {},
    overrides: MessageOverrides = {},
    as: PeerClient = this.referee,
  ): Promise<Answer> {
    if (as === this.referee) this.peerContext.seen.usual.error(player.url);
    const retries = methodOf("CHOOSE_PARITY_CALL")?.retries ?? 0;
    const usual = {
      match_id: this.id,
      error_code: "E001",
      error_description: "No CHOOSE_PARITY_RESPONSE in time.",
      affected_player: player.id,
      action_required: "CHOOSE_PARITY_RESPONSE",
      retry_info: {
        retry_count: 1,
        max_retries: retries,
        next_retry_at: timestampText(this.peerContext, this.peerContext.environment.clock.now()),
      },
      consequence: "After the last retry the match is a technical loss.",
    };
    return this.say(player, "GAME_ERROR", { ...usual, ...fields }, { id: "none", ...overrides }, as);
  }

  /** What is of the player and of its opponent, in the order of players A and B. */
  sides<T>(own: T, other: T): readonly [a: T, b: T] {
    return this.role === "PLAYER_A" ? [own, other] : [other, own];
  }

  /** Whether the player has joined the match, as this message requires. */
  private isJoined(type: string): boolean {
    if (type === "GAME_INVITATION") return true;
    return this.invited?.outcome === "message" && this.invited.result.accept === true;
  }

  /** The members of the invitation, without the envelope. */
  invitation(): JsonObject {
    return {
      league_id: this.leagueId,
      round_id: this.roundId,
      match_id: this.id,
      game_type: this.peerContext.game.type,
      role_in_match: this.role,
      opponent_id: this.opponent,
    };
  }

  /** The members of the choice call, without the envelope. */
  choiceCall(player: Invitee): JsonObject {
    return {
      match_id: this.id,
      player_id: player.id,
      game_type: this.peerContext.game.type,
      context: {
        opponent_id: this.opponent,
        round_id: this.roundId,
        your_standings: STANDINGS[this.roundId % STANDINGS.length] ?? NO_STANDINGS,
      },
      deadline: timestampText(
        this.peerContext,
        this.peerContext.environment.clock.now() + deadlineOf("CHOOSE_PARITY_CALL"),
      ),
    };
  }

  /** @param clause that requires an answer to a usual message of this type; messages after the end of the match are not usual */
  private async say(
    player: Invitee,
    type: string,
    fields: JsonObject,
    overrides: MessageOverrides,
    as: PeerClient,
    clause?: string,
  ): Promise<Answer> {
    if (as !== this.referee || Object.keys(overrides).some((name) => !USUAL.includes(name)))
      this.isUsual = false;
    const { seen, recorder } = this.peerContext;
    const { check, unusual } = recorder;
    const isOver = seen.usual.isOver(player.url, this.id);
    const isJudged = this.isUsual && !isOver && this.isJoined(type) && overrides.timeoutMs === undefined;
    if (type === "GAME_OVER") this.isUsual = false;
    const [player_a, player_b] = this.sides(player.id, this.opponent);
    const ids = { league_id: this.leagueId, round_id: this.roundId, match_id: this.id };
    const known = { ...ids, player_a, player_b, opponent_id: this.opponent };
    const to: Target = {
      name: player.name,
      url: player.url,
      identity: player.identity,
      variables: { ...player.variables, ...known },
    };
    const answer = await as.say(to, type, fields, { conversation: this.conversation, ...overrides });
    if (type === "GAME_OVER") seen.usual.end(player.url, this.id);
    if (answer.hasResult) seen.usual.answered(player.url, type);
    if (isJudged && clause !== undefined) {
      const limit = lateAfter(this.peerContext, type);
      seen.usual.note(player.url, { check, unusual }, `${type} of ${this.id}`, clause, answer, limit);
    }
    return answer;
  }
}
