/** The life of one player in one league: what it answers to each message (IS 4). */
import {
  type ChooseParityCallIn,
  type EventOf,
  type GameErrorIn,
  type GameOverIn,
  type LeagueErrorIn,
  leagueRegisterRequest,
  playerCalls,
  playerServes,
  protocol,
} from "@league-v2/contract";
import type { Link, Registration, RunningAgent } from "../agent/agent.js";
import { describeError } from "../agent/describe-error.js";
import { LeagueFault } from "../agent/fault.js";
import { gameType } from "../agent/game-type.js";
import type { HandlersOf } from "../agent/handlers.js";
import { AgentLife } from "../agent/life.js";
import { Membership } from "../agent/membership.js";
import { fromLeagueManager, fromReferee, withToken } from "../agent/permission.js";
import { runAgent } from "../agent/run-agent.js";
import { provisionalSender } from "../agent/voice.js";
import type { PlayerOptions } from "./create-player.js";
import { type Guarded, guarded } from "./guarded-strategy.js";
import { seenBy } from "./history.js";
import { type Caller, MatchBook, type OpenMatch, type PlayerState, playerMachine } from "./match-book.js";
import { PlayerMemory } from "./memory.js";

export class PlayerSession {
  readonly agent: RunningAgent;
  readonly #options: PlayerOptions;
  readonly #link: Link;
  readonly #life: AgentLife<typeof playerCalls>;
  readonly #membership: Membership;
  readonly #lifecycle = playerMachine();
  readonly #matches = new MatchBook();
  readonly #memory: PlayerMemory;

  constructor(options: PlayerOptions, link: Link) {
    this.#options = options;
    this.#link = link;
    this.#memory = new PlayerMemory(options.history ?? []);
    this.#life = new AgentLife("player", link, provisionalSender("player", options.displayName), playerCalls);
    this.#life.signal.addEventListener("abort", () => this.#matches.stop());
    this.#membership = new Membership(this.#life, {
      starts: () => this.#lifecycle.fire("register"),
      ask: (league) => this.#askToRegister(league),
      accepted: (registration) => {
        this.#lifecycle.fire("accepted");
        this.#life.voice.become(`player:${registration.id}`, registration.auth_token);
      },
      refused: (rejected) => this.#lifecycle.fire(rejected ? "rejected" : "failed"),
    });
    this.agent = runAgent(this.#life, {
      serves: playerServes,
      handlers: this.#handlers(),
      registered: this.#membership.registered,
      id: () => this.#membership.id,
      state: () => this.#state(),
    });
  }

  async #askToRegister(league: string) {
    const { displayName, version = "1.0.0" } = this.#options;
    const conversation_id = this.#life.client.generateConversationId("conv-register");
    const request = leagueRegisterRequest(this.#life.voice.identity(conversation_id), {
      player_meta: {
        display_name: displayName,
        version,
        game_types: [gameType],
        contact_endpoint: this.#link.endpoint,
        protocol_version: protocol.specVersion,
      },
    });
    const reply = await this.#life.caller.call({ endpoint: league }, "register_player", request, {
      lenient: true,
    });
    return { ...reply, id: reply.player_id ?? null, tokenless: this.#life.forms.isLeagueTokenless };
  }

  #handlers(): HandlersOf<typeof playerServes> {
    return {
      handle_game_invitation: async (invitation, context) => {
        fromReferee(invitation, context.wire);
        const me = await this.#membership.member(context);
        const match = this.#matches.invited(invitation.match_id, callerOf(invitation), invitation);
        match.machine.fire("invited");
        match.machine.fire("joined");
        return context.reply(invitation, {
          player_id: me.id,
          arrival_timestamp: context.now(),
          accept: true,
        });
      },

      choose_parity: async (call, context) => {
        fromReferee(call, context.wire);
        const me = await this.#membership.member(context);
        const match = this.#matches.spokenBy(call.match_id, callerOf(call));
        if (call.player_id !== me.id) {
          throw new LeagueFault("E005", `this player is "${me.id}", not "${call.player_id}"`);
        }
        match.machine.fire("choice_requested");
        match.choice ??= this.#choose(match, call, me, context.deadline);
        const { choice } = await match.choice;
        if (match.machine.can("chosen")) match.machine.fire("chosen");
        return context.reply(call, { player_id: me.id, parity_choice: choice });
      },

      notify_match_result: async (result, context) => {
        fromReferee(result, context.wire);
        const me = await this.#membership.member(context);
        const match = this.#matches.spokenBy(result.match_id, callerOf(result));
        match.machine.fire("game_over");
        if (this.#matches.finish(match)) await this.#finish(match, result, me.id, context.now());
        return context.reply(result, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_game_error: async (error, context) => {
        fromReferee(error, context.wire);
        const me = await this.#membership.member(context);
        this.#logError(error);
        return context.reply(error, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_round: async (round, context) => {
        const me = await this.#member(round, context);
        const plays = round.matches.some((match) => [match.player_A_id, match.player_B_id].includes(me.id));
        this.#move(plays ? "round_announced" : "bye_announced");
        return context.reply(round, { player_id: me.id });
      },

      update_standings: async (update, context) => {
        const me = await this.#member(update, context);
        return context.reply(update, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_round_completed: async (round, context) => {
        const me = await this.#member(round, context);
        this.#matches.closeRounds(round.round_id);
        this.#move("round_completed");
        return context.reply(round, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_league_completed: async (end, context) => {
        const me = await this.#member(end, context);
        const { onLeagueCompleted } = this.#options;
        const isFirst = this.#lifecycle.state !== "LEAGUE_COMPLETE";
        this.#matches.closeRounds(Number.POSITIVE_INFINITY);
        this.#move("league_completed");
        if (isFirst) await this.#tellAuthor("the end of the league", () => onLeagueCompleted?.(end));
        return context.reply(end, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_league_error: async (error, context) => {
        const me = await this.#member(error, context);
        this.#logError(error);
        return context.reply(error, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      shutdown: async (order, context) => {
        const me = await this.#member(order, context);
        this.#move("shutdown");
        this.#life.finish(order.reason ?? "shutdown by the league manager");
        return context.reply(order, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      get_player_state: async (query, context) => {
        const me = await this.#membership.member(context);
        withToken(query, this.#life.voice.token);
        return context.reply(query, {
          player_id: me.id,
          display_name: this.#options.displayName,
          state: this.#state(),
          match_id: this.#matches.latestOpen?.match_id ?? null,
          statistics: this.#memory.statistics,
        });
      },
    };
  }

  /** A message of the league manager, once this player is a member. */
  #member(
    message: { readonly sender: string },
    context: { readonly deadline: number },
  ): Promise<Registration> {
    fromLeagueManager(message);
    return this.#membership.member(context);
  }

  /** The strategy is asked once a match; a repeated call waits for the same answer. */
  async #choose(
    match: OpenMatch,
    call: ChooseParityCallIn,
    me: Registration,
    deadline: number,
  ): Promise<Guarded> {
    const { clock, random } = this.#link;
    const opponent = match.opponent_id ?? call.context.opponent_id;
    const budget =
      this.#options.guard === false
        ? Number.POSITIVE_INFINITY
        : deadline - clock.now() - protocol.strategyMarginMs;
    const known = this.#memory.seenFrom(me.id, opponent);
    const guardedChoice = await guarded(
      (signal) =>
        this.#options.choose({
          ...known,
          match_id: match.match_id,
          round_id: match.round_id,
          deadline,
          signal,
          random,
        }),
      clock,
      budget,
      match.end.signal,
    );
    if (guardedChoice.fallbackBecause !== null) {
      this.#life.log({
        level: "warn",
        message: `fallback choice: ${guardedChoice.fallbackBecause}`,
        match_id: match.match_id,
      });
    }
    return guardedChoice;
  }

  async #finish(match: OpenMatch, result: GameOverIn, me: string, at: string): Promise<void> {
    this.#move("invited");
    this.#move("game_over");
    const finished = seenBy(me, result, match, at);
    this.#memory.record(finished);
    const { onMatch } = this.#options;
    await this.#tellAuthor(`match ${match.match_id}`, () => onMatch?.(finished, this.#memory.matches));
  }

  /** What the author's functions throw changes nothing in the league. */
  async #tellAuthor(of: string, tell: () => void | Promise<void>): Promise<void> {
    try {
      await tell();
    } catch (error) {
      const message = `the player's author was told of ${of} and failed: ${describeError(error)}`;
      this.#life.log({ level: "error", message });
    }
  }

  #logError({ error_code, error_description, message_type, ...rest }: GameErrorIn | LeagueErrorIn): void {
    this.#life.log({
      level: "warn",
      message: `${error_code}: ${error_description ?? ""}`,
      message_type,
      ...("match_id" in rest ? { match_id: rest.match_id } : {}),
    });
  }

  /** Announcements may come late, twice or never: one that does not fit the state changes nothing. */
  #move(event: EventOf<"player">): void {
    if (this.#lifecycle.can(event)) this.#lifecycle.fire(event);
  }

  /** A player in a match is where that match is; else where the league is. */
  #state(): PlayerState {
    return this.#matches.latestOpen?.machine.state ?? this.#lifecycle.state;
  }
}

function callerOf(message: { readonly sender: string; readonly auth_token?: string | null }): Caller {
  return { sender: message.sender, token: message.auth_token ?? null };
}
