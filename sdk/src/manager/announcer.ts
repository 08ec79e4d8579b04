/** What the league manager tells the others, each message built once for all its readers (IS 2.2.5, 2.2.7–2.2.9). */
import {
  type Identity,
  leagueCompleted,
  type leagueManagerCalls,
  leagueStandingsUpdate,
  type MethodTypes,
  type RoundAnnouncement,
  type RunMatch,
  roundAnnouncement,
  roundCompleted,
  runMatch,
  shutdownCommand,
} from "@league-v2/contract";
import { gameType } from "../agent/game-type.js";
import type { AgentLife } from "../agent/life.js";
import type { Peer } from "../agent/peer.js";
import type { Attention } from "./attention.js";
import { broadcast, type Told } from "./broadcast.js";
import type { LeagueEnd } from "./events.js";
import { longestMatchMs } from "./lease.js";
import type { Pairing, Round } from "./schedule.js";
import type { Rank } from "./standings.js";
import type { Member, Store } from "./store.js";

/** The methods by which all members are told something. */
type Announcing =
  | "notify_round"
  | "update_standings"
  | "notify_round_completed"
  | "notify_league_completed"
  | "shutdown";

export interface AnnouncerSetting {
  readonly life: AgentLife<typeof leagueManagerCalls>;
  readonly store: Store;
  readonly attention: Attention;
  readonly league_id: string;
}

export class Announcer {
  readonly #setting: AnnouncerSetting;

  constructor(setting: AnnouncerSetting) {
    this.#setting = setting;
  }

  /** To players and referees; what the players did with it decides whether the round can be played. */
  async round({ round_id, matches }: Round): Promise<{ readonly players: Told; readonly referees: Told }> {
    const { league_id } = this.#setting;
    const [players, referees] = await this.#everybody();
    const endpoints = new Map(referees.map((referee) => [referee.id, referee.endpoint]));
    const announced = matches.map(({ match_id, player_A_id, player_B_id, referee_id }) => ({
      match_id,
      game_type: gameType,
      player_A_id,
      player_B_id,
      referee_endpoint: endpoints.get(referee_id) ?? "",
    }));
    const fields = { league_id, round_id, matches: announced };
    const message = roundAnnouncement(this.#identity(`round-${round_id}`), fields);
    const [told, refereesTold] = await Promise.all([
      this.#tell(players, "notify_round", message),
      this.#tell(await this.#startedByCall(referees), "notify_round", message),
    ]);
    return { players: told, referees: refereesTold };
  }

  async standings(round_id: number, standings: readonly Rank[]): Promise<Told> {
    const { league_id } = this.#setting;
    const fields = { league_id, round_id, standings: [...standings] };
    const message = leagueStandingsUpdate(this.#identity(`standings-${round_id}`), fields);
    const [players] = await this.#everybody();
    return this.#tell(players, "update_standings", message);
  }

  async roundCompleted({ round_id, matches }: Round, next_round_id: number | null): Promise<Told> {
    const { league_id } = this.#setting;
    const fields = { league_id, round_id, matches_played: matches.length, next_round_id };
    const message = roundCompleted(this.#identity(`round-${round_id}-completed`), fields);
    const [players] = await this.#everybody();
    return this.#tell(players, "notify_round_completed", message);
  }

  async leagueCompleted({ standings, ...end }: LeagueEnd): Promise<Told> {
    const fields = { ...end, final_standings: [...standings] };
    const message = leagueCompleted(this.#identity("league-completed"), fields);
    return this.#tell((await this.#everybody()).flat(), "notify_league_completed", message);
  }

  async shutdown(reason: string): Promise<Told> {
    const message = shutdownCommand(this.#identity("shutdown"), { reason });
    return this.#tell((await this.#everybody()).flat(), "shutdown", message);
  }

  /** Resolves with the acknowledgement. @throws LeagueError */
  async runMatch(match: Pairing, referee: Member): Promise<unknown> {
    const { life, store, attention } = this.#setting;
    const [a, b] = [await store.member(match.player_A_id), await store.member(match.player_B_id)];
    const message = runMatch(this.#identity(`run-${match.match_id}`), {
      league_id: this.#setting.league_id,
      round_id: match.round_id,
      match_id: match.match_id,
      game_type: gameType,
      player_A_id: match.player_A_id,
      player_B_id: match.player_B_id,
      player_A_endpoint: a?.endpoint ?? "",
      player_B_endpoint: b?.endpoint ?? "",
    });
    const given = attention.isSuspended(referee.id) ? { retries: 0 } : {};
    const peer = this.#peer(referee);
    const form = await life.forms.formFor(peer);
    switch (form?.profile.match_start) {
      case "announcement":
        return life.caller.call(peer, "notify_round", this.#startingAnnouncement(message, referee), given);
      case "blocking":
        return life.caller.call(peer, "run_match", message, { retries: 0, deadlineMs: longestMatchMs() });
      default:
        return life.caller.call(peer, "run_match", message, given);
    }
  }

  /** For a referee that starts matches when they are announced to it: it must also hear where the players are. */
  #startingAnnouncement(order: RunMatch, referee: Member): RoundAnnouncement {
    const { league_id, round_id, match_id, player_A_id, player_B_id } = order;
    const { player_A_endpoint, player_B_endpoint } = order;
    const announced = { match_id, game_type: gameType, player_A_id, player_B_id } as const;
    const extras = { referee_endpoint: referee.endpoint, player_A_endpoint, player_B_endpoint };
    const matches = [{ ...announced, ...extras }];
    return roundAnnouncement(this.#identity(`round-${round_id}`), { league_id, round_id, matches });
  }

  /** Without the referees that would take an announcement for an order. */
  async #startedByCall(referees: readonly Member[]): Promise<readonly Member[]> {
    const { forms } = this.#setting.life;
    const found = await Promise.all(referees.map((referee) => forms.formFor(this.#peer(referee))));
    return referees.filter((_, index) => found[index]?.profile.match_start !== "announcement");
  }

  /** The same message to all of them; frozen, so that its text is written once. */
  #tell<M extends Announcing>(
    members: readonly Member[],
    method: M,
    message: MethodTypes[M]["request"],
  ): Promise<Told> {
    const { life, attention } = this.#setting;
    Object.freeze(message);
    const send = (member: Member) => life.caller.call(this.#peer(member), method, message);
    return broadcast(members, attention, send, (work) =>
      life.background("a suspended agent could not be told", work),
    );
  }

  async #everybody(): Promise<[readonly Member[], readonly Member[]]> {
    const { store } = this.#setting;
    return [await store.members("player"), await store.members("referee")];
  }

  #peer({ id, endpoint, wire }: Member): Peer {
    const about = { recipient: id, league_id: this.#setting.league_id };
    return { endpoint, wire, about };
  }

  #identity(topic: string): Identity {
    const { voice, client } = this.#setting.life;
    return voice.identity(client.generateConversationId(`conv-${topic}`));
  }
}
