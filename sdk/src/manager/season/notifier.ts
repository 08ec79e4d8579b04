/** The league manager's notifications, each message built once for all recipients (IS 2.2.5, 2.2.7–2.2.9). */
import {
  type Identity,
  leagueCompleted,
  type leagueManagerCalls,
  leagueStandingsUpdate,
  type MethodTypes,
  roundAnnouncement,
  roundCompleted,
  runMatch,
  shutdownCommand,
} from "@league-v2/contract";
import type { Trace } from "../../agent/core/trace.js";
import type { AgentRuntime } from "../../agent/serving/agent-runtime.js";
import type { LivenessTracker } from "../dispatch/liveness-tracker.js";
import type { Roster } from "../store/league-cache.js";
import type { Pairing, Round } from "../store/schedule.js";
import type { Rank } from "../store/standings.js";
import type { Member, Store } from "../store/store.js";
import { Acknowledgements, broadcast, type Delivery } from "./broadcast.js";
import type { LeagueEnd } from "./events.js";

/** The methods that send one message to all members. */
type Announcing =
  | "notify_round"
  | "update_standings"
  | "notify_round_completed"
  | "notify_league_completed"
  | "shutdown";

export interface NotifierSetting {
  readonly runtime: AgentRuntime<typeof leagueManagerCalls>;
  readonly store: Store;
  readonly roster: Roster;
  readonly liveness: LivenessTracker;
  readonly league_id: string;
}

export class Notifier {
  readonly #setting: NotifierSetting;
  /** Announcements that are still being sent to a suspended agent in the background: a second attempt must not overtake them. */
  readonly #underWay = new Set<string>();
  #trace: Trace | undefined;

  constructor(setting: NotifierSetting) {
    this.#setting = setting;
  }

  /** From now on all messages belong to this trace. */
  follow(trace: Trace): void {
    this.#trace = trace;
  }

  /** To players and referees; the answers of the players decide whether the round can be played. */
  async round({
    round_id,
    matches,
  }: Round): Promise<{ readonly players: Delivery; readonly referees: Delivery }> {
    const { league_id, roster } = this.#setting;
    const [players, referees] = await roster.all();
    const topic = topicOf(round_id);
    const endpoints = new Map(referees.map((referee) => [referee.id, referee.endpoint]));
    const announced = matches.map(({ match_id, game_type, player_A_id, player_B_id, referee_id }) => ({
      match_id,
      game_type,
      player_A_id,
      player_B_id,
      referee_endpoint: endpoints.get(referee_id) ?? "",
    }));
    const fields = { league_id, round_id, matches: announced };
    const message = roundAnnouncement(this.#identity(topic), fields);
    const known = await this.#acknowledgements(topic);
    const [toPlayers, toReferees] = await Promise.all([
      this.#notify(players, "notify_round", message, known),
      this.#notify(referees, "notify_round", message, known),
    ]);
    return { players: toPlayers, referees: toReferees };
  }

  async standings(round_id: number, standings: readonly Rank[]): Promise<Delivery> {
    const { league_id } = this.#setting;
    const fields = { league_id, round_id, standings: [...standings] };
    const topic = `standings-${round_id}`;
    const message = leagueStandingsUpdate(this.#identity(topic), fields);
    const players = await this.#setting.roster.members("player");
    return this.#notify(players, "update_standings", message, await this.#acknowledgements(topic));
  }

  async roundCompleted({ round_id, matches }: Round, next_round_id: number | null): Promise<Delivery> {
    const { league_id } = this.#setting;
    const fields = { league_id, round_id, matches_played: matches.length, next_round_id };
    const topic = `${topicOf(round_id)}-completed`;
    const message = roundCompleted(this.#identity(topic), fields);
    const players = await this.#setting.roster.members("player");
    return this.#notify(players, "notify_round_completed", message, await this.#acknowledgements(topic));
  }

  async leagueCompleted({ standings, ...end }: LeagueEnd): Promise<Delivery> {
    const fields = { ...end, final_standings: [...standings] };
    const topic = "league-completed";
    const message = leagueCompleted(this.#identity(topic), fields);
    const members = (await this.#setting.roster.all()).flat();
    return this.#notify(members, "notify_league_completed", message, await this.#acknowledgements(topic));
  }

  async shutdown(reason: string): Promise<Delivery> {
    const message = shutdownCommand(this.#identity("shutdown"), { reason });
    return this.#notify((await this.#setting.roster.all()).flat(), "shutdown", message);
  }

  /** Resolves when the referee has taken the match; `signal` ends the attempts. @throws LeagueError */
  async runMatch(match: Pairing, referee: Member, signal: AbortSignal): Promise<void> {
    const { runtime, roster, liveness, league_id } = this.#setting;
    const { round_id, match_id, game_type, player_A_id, player_B_id } = match;
    const [a, b] = [await roster.member(player_A_id), await roster.member(player_B_id)];
    const order = runMatch(this.#identity(`run-${match_id}`), {
      league_id,
      round_id,
      match_id,
      game_type,
      player_A_id,
      player_B_id,
      player_A_endpoint: a?.endpoint ?? "",
      player_B_endpoint: b?.endpoint ?? "",
    });
    const retries = liveness.isSuspended(referee.id) ? { retries: 0 } : {};
    await runtime.caller.call(referee.endpoint, "run_match", order, {
      signal,
      trace: this.#trace,
      ...retries,
    });
  }

  /** Sends one message to all members that have not acknowledged it. */
  async #notify<M extends Announcing>(
    members: readonly Member[],
    method: M,
    message: MethodTypes[M]["request"],
    known?: Acknowledgements,
  ): Promise<Delivery> {
    const { runtime, liveness } = this.#setting;
    const keyOf = ({ id }: Member) => `${known?.announcement ?? method} ${id}`;
    const send = async (member: Member) => {
      this.#underWay.add(keyOf(member));
      try {
        await runtime.caller.call(member.endpoint, method, message, { trace: this.#trace });
        await known?.add(member);
      } finally {
        this.#underWay.delete(keyOf(member));
      }
    };
    const isDue = (member: Member) => !known?.has(member) && !this.#underWay.has(keyOf(member));
    const delivery = await broadcast(members.filter(isDue), liveness, send, (work) =>
      runtime.background("a suspended agent could not be notified", work),
    );
    return {
      ...delivery,
      acknowledged: members.filter((member) => known?.has(member) ?? !delivery.missed.includes(member)),
    };
  }

  #acknowledgements(announcement: string): Promise<Acknowledgements> {
    return Acknowledgements.of(announcement, this.#setting.store);
  }

  #identity(topic: string): Identity {
    const { runtime } = this.#setting;
    return runtime.senderIdentity.identity(runtime.newConversation(`conv-${topic}`));
  }
}

/** The store's key for the announcement of a round. */
function topicOf(round_id: number): string {
  return `round-${round_id}`;
}
