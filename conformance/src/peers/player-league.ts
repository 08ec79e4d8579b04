/** The league around a player under test: a manager, referees and impostors. */
import type { JsonObject } from "../json.js";
import { standing } from "./actors/result.js";
import type { ScriptedManager } from "./actors/scripted-manager.js";
import type { Answer } from "./exchange/answer.js";
import { type MessageOverrides, PeerClient } from "./exchange/peer-client.js";
import { lateAfter, newToken, type PeerContext } from "./exchange/peer-context.js";
import { type Invitee, Match, type MatchIds, matchOfOthers, UNUSED_ENDPOINT } from "./match.js";

export class PlayerLeague {
  /** Takes registrations; its `policy` and `reactions` may be changed by a check with a fresh instance. */
  readonly manager: ScriptedManager;
  /** Sends as the league manager. */
  readonly client: PeerClient;
  /** The matches that the player was invited to and that are not over. */
  readonly openMatches = new Set<Match>();
  private readonly peerContext: PeerContext;
  private readonly rounds: { last: number };
  private readonly theReferee: PeerClient;

  constructor(peerContext: PeerContext, manager: ScriptedManager, rounds: { last: number }) {
    this.peerContext = peerContext;
    this.manager = manager;
    this.rounds = rounds;
    this.client = new PeerClient(peerContext, { sender: "league_manager" });
    this.theReferee = this.referee("REF01");
  }

  get id(): string {
    return this.manager.leagueId;
  }

  /** A referee with a new token; every match may have another referee. */
  referee(id: string): PeerClient {
    return new PeerClient(this.peerContext, {
      sender: `referee:${id}`,
      token: newToken(this.peerContext.random),
    });
  }

  /** A client without a role in the league; with `sender` it sends in another agent's name. */
  impostor(id: string, options: { sender?: string; token?: string } = {}): PeerClient {
    const token = options.token ?? newToken(this.peerContext.random);
    const sender = options.sender ?? `referee:${id}`;
    return new PeerClient(this.peerContext, { name: `impostor:${id}`, sender, token });
  }

  /** A new match in a new round, before any invitation. */
  match(ids: Partial<MatchIds> = {}, referee: PeerClient = this.theReferee): Match {
    this.rounds.last += 1;
    const roundId = ids.roundId ?? this.rounds.last;
    const usual: MatchIds = {
      id: `R${roundId}M1`,
      leagueId: this.id,
      roundId,
      opponent: "P02",
      role: "PLAYER_A",
    };
    return new Match(this.peerContext, referee, { ...usual, ...ids });
  }

  /** A new match to which the player is invited at once; its answer is `match.joined`. */
  async invite(player: Invitee): Promise<Match> {
    const match = this.match();
    await match.invite(player);
    return match;
  }

  /** ROUND_ANNOUNCEMENT with these matches of the player; by default it has none in the round. */
  announceRound(
    player: Invitee,
    matches: readonly Match[] = [],
    overrides: MessageOverrides = {},
    as: PeerClient = this.client,
  ): Promise<Answer> {
    const { type: game_type } = this.manager.game;
    const own = matches.map((match) => {
      const [player_A_id, player_B_id] = match.sides(player.id, match.opponent);
      return { match_id: match.id, game_type, player_A_id, player_B_id, referee_endpoint: UNUSED_ENDPOINT };
    });
    const round_id = matches[0]?.roundId ?? this.rounds.last + 1;
    const fields = { league_id: this.id, round_id, matches: [...own, matchOfOthers(game_type)] };
    return this.say(player, "ROUND_ANNOUNCEMENT", fields, overrides, as);
  }

  standingsUpdate(
    player: Invitee,
    overrides: MessageOverrides = {},
    as: PeerClient = this.client,
  ): Promise<Answer> {
    const fields = { league_id: this.id, round_id: this.roundNow(), standings: this.standings(player) };
    return this.say(player, "LEAGUE_STANDINGS_UPDATE", fields, overrides, as);
  }

  roundCompleted(
    player: Invitee,
    overrides: MessageOverrides = {},
    as: PeerClient = this.client,
  ): Promise<Answer> {
    const round_id = this.roundNow();
    const fields = { league_id: this.id, round_id, matches_played: 1, next_round_id: round_id + 1 };
    return this.say(player, "ROUND_COMPLETED", fields, overrides, as);
  }

  /** Ends the league: only for checks that come last or have a separate instance. */
  leagueCompleted(
    player: Invitee,
    overrides: MessageOverrides = {},
    as: PeerClient = this.client,
  ): Promise<Answer> {
    const final_standings = this.standings(player);
    const champion = { player_id: player.id, display_name: player.name, points: 0 };
    const rounds = this.roundNow();
    const totals = { total_rounds: rounds, total_matches: rounds };
    const fields = { league_id: this.id, ...totals, champion, final_standings };
    return this.say(player, "LEAGUE_COMPLETED", fields, overrides, as, "PLY-ACK-03");
  }

  /** LEAGUE_ERROR as a notification; with `id` in the overrides it is a request for an acknowledgement. */
  leagueError(player: Invitee, fields: JsonObject = {}, overrides: MessageOverrides = {}): Promise<Answer> {
    this.peerContext.seen.usual.error(player.url);
    const usual = {
      error_code: "E008",
      error_description: "The message is not allowed now.",
      original_message_type: null,
      context: null,
    };
    return this.client.say(player, "LEAGUE_ERROR", { ...usual, ...fields }, { id: "none", ...overrides });
  }

  /** Ends the agent. */
  shutdown(player: Invitee, overrides: MessageOverrides = {}, as: PeerClient = this.client): Promise<Answer> {
    return as.say(player, "SHUTDOWN_COMMAND", { reason: "The suite is done with this instance." }, overrides);
  }

  private async say(
    player: Invitee,
    type: string,
    fields: JsonObject,
    overrides: MessageOverrides,
    as: PeerClient,
    clause = "PLY-ACK-01",
  ): Promise<Answer> {
    const { seen, recorder } = this.peerContext;
    const { check, unusual } = recorder;
    const answer = await as.say(player, type, fields, overrides);
    const isUsual = as === this.client && Object.keys(overrides).length === 0;
    const limit = lateAfter(this.peerContext, type);
    if (isUsual) seen.usual.note(player.url, { check, unusual }, type, clause, answer, limit);
    return answer;
  }

  private standings(player: Invitee): JsonObject[] {
    return [standing(1, player.id), standing(2, "P99")];
  }

  private roundNow(): number {
    return Math.max(1, this.rounds.last);
  }
}
