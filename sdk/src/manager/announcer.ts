/** What the league manager tells the others, each message built once for all its readers (IS 2.2.5, 2.2.7–2.2.9). */
import {
  leagueCompleted,
  type leagueManagerCalls,
  leagueStandingsUpdate,
  roundAnnouncement,
  roundCompleted,
  runMatch,
  shutdownCommand,
} from "@league-v2/contract";
import type { Codec } from "../agent/codec.js";
import { gameType } from "../agent/game-type.js";
import type { AgentLife } from "../agent/life.js";
import type { Attention } from "./attention.js";
import { broadcast, type Told } from "./broadcast.js";
import type { LeagueEnd } from "./events.js";
import type { Pairing, Round } from "./schedule.js";
import type { Rank } from "./standings.js";
import type { Member, Store } from "./store.js";

export class Announcer {
  readonly #life: AgentLife<typeof leagueManagerCalls>;
  readonly #store: Store;
  readonly #attention: Attention;
  readonly #league_id: string;
  readonly #codecs: ReadonlyMap<string, Codec>;

  constructor(
    life: AgentLife<typeof leagueManagerCalls>,
    store: Store,
    attention: Attention,
    league_id: string,
    codecs: ReadonlyMap<string, Codec>,
  ) {
    this.#life = life;
    this.#store = store;
    this.#attention = attention;
    this.#league_id = league_id;
    this.#codecs = codecs;
  }

  /** To players and referees; what the players did with it decides whether the round can be played. */
  async round(round: Round): Promise<{ readonly players: Told; readonly referees: Told }> {
    const referees = await this.#store.members("referee");
    const endpoints = new Map(referees.map((referee) => [referee.id, referee.endpoint]));
    const message = roundAnnouncement(this.#identity(`round-${round.round_id}`), {
      league_id: this.#league_id,
      round_id: round.round_id,
      matches: round.matches.map(({ match_id, player_A_id, player_B_id, referee_id }) => ({
        match_id,
        game_type: gameType,
        player_A_id,
        player_B_id,
        referee_endpoint: endpoints.get(referee_id) ?? "",
      })),
    });
    const tell = (member: Member) => this.#life.caller.call(this.#peer(member), "notify_round", message);
    const players = await this.#store.members("player");
    const [told, refereesTold] = await Promise.all([this.#tell(players, tell), this.#tell(referees, tell)]);
    return { players: told, referees: refereesTold };
  }

  async standings(round_id: number, standings: readonly Rank[]): Promise<Told> {
    const message = leagueStandingsUpdate(this.#identity(`standings-${round_id}`), {
      league_id: this.#league_id,
      round_id,
      standings: [...standings],
    });
    return this.#tellPlayers((member) =>
      this.#life.caller.call(this.#peer(member), "update_standings", message),
    );
  }

  async roundCompleted(round: Round, next_round_id: number | null): Promise<Told> {
    const message = roundCompleted(this.#identity(`round-${round.round_id}-completed`), {
      league_id: this.#league_id,
      round_id: round.round_id,
      matches_played: round.matches.length,
      next_round_id,
    });
    return this.#tellPlayers((member) =>
      this.#life.caller.call(this.#peer(member), "notify_round_completed", message),
    );
  }

  async leagueCompleted(end: LeagueEnd): Promise<Told> {
    const message = leagueCompleted(this.#identity("league-completed"), {
      league_id: end.league_id,
      total_rounds: end.total_rounds,
      total_matches: end.total_matches,
      champion: end.champion,
      final_standings: [...end.standings],
    });
    const tell = (member: Member) =>
      this.#life.caller.call(this.#peer(member), "notify_league_completed", message);
    return this.#tell(await this.#everybody(), tell);
  }

  async shutdown(reason: string): Promise<Told> {
    const message = shutdownCommand(this.#identity("shutdown"), { reason });
    const tell = (member: Member) => this.#life.caller.call(this.#peer(member), "shutdown", message);
    return this.#tell(await this.#everybody(), tell);
  }

  /** Resolves with the acknowledgement. @throws LeagueError */
  async runMatch(match: Pairing, referee: Member): Promise<unknown> {
    const [a, b] = await Promise.all([
      this.#store.member(match.player_A_id),
      this.#store.member(match.player_B_id),
    ]);
    const message = runMatch(this.#identity(`run-${match.match_id}`), {
      league_id: this.#league_id,
      round_id: match.round_id,
      match_id: match.match_id,
      game_type: gameType,
      player_A_id: match.player_A_id,
      player_B_id: match.player_B_id,
      player_A_endpoint: a?.endpoint ?? "",
      player_B_endpoint: b?.endpoint ?? "",
    });
    const given = this.#attention.isSuspended(referee.id) ? { retries: 0 } : {};
    return this.#life.caller.call(this.#peer(referee), "run_match", message, given);
  }

  async #tellPlayers(send: (member: Member) => Promise<unknown>): Promise<Told> {
    return this.#tell(await this.#store.members("player"), send);
  }

  #tell(members: readonly Member[], send: (member: Member) => Promise<unknown>): Promise<Told> {
    return broadcast(members, this.#attention, send, (work) =>
      this.#life.background("a suspended agent could not be told", work),
    );
  }

  async #everybody(): Promise<readonly Member[]> {
    return [...(await this.#store.members("player")), ...(await this.#store.members("referee"))];
  }

  #peer(member: Member) {
    const codec = this.#codecs.get(member.wire);
    return codec ? { endpoint: member.endpoint, codec } : { endpoint: member.endpoint };
  }

  #identity(topic: string) {
    return this.#life.voice.identity(this.#life.client.generateConversationId(`conv-${topic}`));
  }
}
