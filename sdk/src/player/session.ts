/** One running player in one league: its answer to each message (IS 4). */
import type { ChooseParityCallIn, EventOf, GameOverIn } from "@league-v2/contract";
import { runAgent } from "../agent/assembly/run-agent.js";
import type { AgentContext, Registration, RunningAgent } from "../agent/core/agent.js";
import { Drain } from "../agent/core/capacity.js";
import { errorEntry, LeagueRpcError } from "../agent/core/errors.js";
import type { Context, HandlersOf } from "../agent/core/handlers.js";
import {
  assertLeagueManager,
  assertReferee,
  assertToken,
  type SenderClaim,
} from "../agent/core/permission.js";
import { provisionalSender } from "../agent/core/sender-identity.js";
import { Membership } from "../agent/membership/membership.js";
import type { MembershipSteps } from "../agent/membership/registration.js";
import { AgentRuntime } from "../agent/serving/agent-runtime.js";
import type { MatchNumbers } from "../metrics/agent-metrics.js";
import type { Log } from "../platform/log.js";
import { askStrategy, type GuardedChoice, runCallback } from "./ask-strategy.js";
import { type MatchFrame, seenBy } from "./history.js";
import { callerOf, MatchStore, type OpenMatch, type PlayerState, playerMachine } from "./match-store.js";
import { PlayerMemory } from "./memory.js";
import { calledByPlayer, playerReply, registerPlayer, servedByPlayer } from "./messages.js";
import type { PlayerOptions } from "./player-options.js";

type PlayerHandlers = HandlersOf<typeof servedByPlayer>;

export class PlayerSession {
  readonly agent: RunningAgent;
  readonly #options: PlayerOptions;
  readonly #agentContext: AgentContext;
  readonly #runtime: AgentRuntime<typeof calledByPlayer>;
  readonly #membership: Membership;
  #lifecycle = playerMachine();
  readonly #matches = new MatchStore();
  readonly #drain = new Drain(() => this.#matches.open === 0);
  readonly #memory: PlayerMemory;
  readonly #log: Log = (entry) => this.#runtime.log(entry);

  constructor(options: PlayerOptions, agentContext: AgentContext) {
    this.#options = options;
    this.#agentContext = agentContext;
    this.#memory = new PlayerMemory(options.history ?? []);
    this.#runtime = new AgentRuntime(
      "player",
      agentContext,
      provisionalSender("player", options.displayName),
      calledByPlayer,
    );
    this.#runtime.signal.addEventListener("abort", () => this.#matches.stop());
    const steps: MembershipSteps = {
      starts: () => {
        this.#lifecycle = playerMachine();
        this.#lifecycle.fire("register");
      },
      ask: (league, conversation_id) => registerPlayer(league, conversation_id, options, this.#runtime),
      accepted: (registration) => {
        this.#lifecycle.fire("accepted");
        this.#runtime.senderIdentity.become(`player:${registration.id}`, registration.auth_token);
      },
      refused: (rejected) => this.#lifecycle.fire(rejected ? "rejected" : "failed"),
    };
    this.#membership = new Membership(this.#runtime, steps, options.keeper);
    this.agent = runAgent(this.#runtime, {
      serves: options.extension?.serves ?? servedByPlayer,
      reply: options.extension?.reply ?? playerReply,
      handlers: {
        ...this.#forMatches(),
        ...this.#forLeague(),
        ...this.#forOperator(),
        ...options.extension?.handlers,
      },
      registered: this.#membership.registered,
      id: () => this.#membership.id,
      state: () => this.#state(),
      matches: () => this.#numbers(),
      drain: () => this.#drain.begin(),
    });
  }

  #numbers(): MatchNumbers {
    const { wins, draws, losses } = this.#memory.statistics;
    return { open: this.#matches.open, ended: { win: wins, draw: draws, loss: losses } };
  }

  #forMatches() {
    return {
      handle_game_invitation: async (invitation, context) => {
        const me = await this.#forReferee(invitation, context);
        if (!this.#matches.has(invitation.match_id)) this.#drain.assertAccepting();
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
        const me = await this.#forReferee(call, context);
        const { opponent_id, round_id } = call.context;
        const match = this.#matchOf(call, {
          role_in_match: null,
          league_id: me.league_id,
          round_id: round_id ?? null,
          opponent_id,
        });
        if (call.player_id !== me.id)
          throw new LeagueRpcError("E005", `this player is not "${call.player_id}"`);
        match.machine.fire("choice_requested");
        match.choice ??= this.#choose(match, call, me, context.deadline);
        const { choice } = await match.choice;
        if (match.machine.can("chosen")) match.machine.fire("chosen");
        return context.reply(call, { parity_choice: choice });
      },

      notify_match_result: async (result, context) => {
        const me = await this.#forReferee(result, context);
        const unknown = { role_in_match: null, league_id: me.league_id, round_id: null, opponent_id: null };
        const match = this.#matchOf(result, unknown);
        match.machine.fire("game_over");
        if (this.#matches.finish(match)) await this.#finish(match, result, me, context.now());
        this.#drain.check();
        return context.reply(result, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_game_error: async (error, context) => {
        const me = await this.#forReferee(error, context);
        this.#log(errorEntry(error));
        return context.reply(error, { player_id: me.id, status: "ACKNOWLEDGED" });
      },
    } satisfies Partial<PlayerHandlers>;
  }

  #forLeague() {
    return {
      notify_round: async (round, context) => {
        const me = await this.#forLeagueManager(round, context);
        const plays = round.matches.some((match) => [match.player_A_id, match.player_B_id].includes(me.id));
        this.#move(plays ? "round_announced" : "bye_announced");
        return context.reply(round, { player_id: me.id });
      },

      update_standings: async (update, context) => {
        const me = await this.#forLeagueManager(update, context);
        this.#memory.standings = update.standings;
        this.#log({
          level: "info",
          message: `standings of round ${update.round_id}`,
          data: update.standings,
        });
        return context.reply(update, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_round_completed: async (round, context) => {
        const me = await this.#forLeagueManager(round, context);
        this.#matches.closeRounds(round.round_id);
        this.#drain.check();
        this.#move("round_completed");
        return context.reply(round, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_league_completed: async (end, context) => {
        const me = await this.#forLeagueManager(end, context);
        const { onLeagueCompleted } = this.#options;
        const isFirst = this.#lifecycle.state !== "LEAGUE_COMPLETE";
        this.#matches.closeRounds(Number.POSITIVE_INFINITY);
        this.#move("league_completed");
        if (isFirst) await runCallback("the end of the league", () => onLeagueCompleted?.(end), this.#log);
        return context.reply(end, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_league_error: async (error, context) => {
        const me = await this.#forLeagueManager(error, context);
        this.#log(errorEntry(error));
        return context.reply(error, { player_id: me.id, status: "ACKNOWLEDGED" });
      },

      shutdown: async (order, context) => {
        const me = await this.#forLeagueManager(order, context);
        this.#move("shutdown");
        this.#runtime.finish(order.reason ?? "shutdown by the league manager");
        return context.reply(order, { player_id: me.id, status: "ACKNOWLEDGED" });
      },
    } satisfies Partial<PlayerHandlers>;
  }

  #forOperator() {
    return {
      get_player_state: async (query, context) => {
        const me = await this.#membership.member(context);
        assertToken(query, this.#runtime.senderIdentity.token);
        return context.reply(query, {
          player_id: me.id,
          display_name: this.#options.displayName,
          state: this.#state(),
          match_id: this.#matches.latestOpen?.match_id ?? null,
          statistics: this.#memory.statistics,
        });
      },
    } satisfies Partial<PlayerHandlers>;
  }

  /**
   * The match of a referee's message. A player that continues after a crash may have been invited to it before: it
   * accepts the sender as the referee, which allows an impostor no more than an invitation does.
   */
  #matchOf(message: SenderClaim & { readonly match_id: string }, frame: MatchFrame): OpenMatch {
    const { match_id } = message;
    if (!this.#membership.isResumed || this.#matches.has(match_id))
      return this.#matches.assertReferee(match_id, callerOf(message));
    const match = this.#matches.invited(match_id, callerOf(message), frame);
    match.machine.fire("invited");
    match.machine.fire("joined");
    return match;
  }

  /** Resolves with this member, for a message that only a referee may send. */
  #forReferee(message: SenderClaim, context: Context): Promise<Registration> {
    assertReferee(message);
    return this.#membership.member(context);
  }

  /** The same for a message that only the league manager may send. */
  #forLeagueManager(message: SenderClaim, context: Context): Promise<Registration> {
    assertLeagueManager(message);
    return this.#membership.member(context);
  }

  /** The strategy is called once a match; a repeated request waits for the same answer. */
  #choose(
    match: OpenMatch,
    call: ChooseParityCallIn,
    me: Registration,
    deadline: number,
  ): Promise<GuardedChoice> {
    const { clock, random } = this.#agentContext;
    const { match_id, role_in_match, round_id, league_id, end } = match;
    const { opponent_id, your_standings } = call.context;
    const opponent = { league_id: league_id ?? me.league_id, id: match.opponent_id ?? opponent_id };
    const known = this.#memory.seenFrom(me.id, opponent, your_standings);
    const input = {
      ...known,
      match_id,
      role_in_match,
      round_id,
      game_type: call.game_type,
      deadline,
      random,
    };
    return askStrategy(this.#options, input, end.signal, clock, this.#log);
  }

  async #finish(match: OpenMatch, result: GameOverIn, me: Registration, at: string): Promise<void> {
    this.#move("invited");
    this.#move("game_over");
    const finished = seenBy(me.id, result, { ...match, league_id: match.league_id ?? me.league_id }, at);
    // An earlier run may have counted it, and ended before the acknowledgement.
    if (this.#membership.isResumed && this.#memory.has(finished)) return;
    this.#memory.record(finished);
    const { onMatch } = this.#options;
    const callback = () => onMatch?.(finished, this.#memory.matches);
    await runCallback(`match ${match.match_id}`, callback, this.#log);
  }

  /** Announcements may be late, repeated or lost: one that is not allowed in the state has no effect. */
  #move(event: EventOf<"player">): void {
    if (this.#lifecycle.can(event)) this.#lifecycle.fire(event);
  }

  /** The state of the latest open match, else the state in the league. */
  #state(): PlayerState {
    return this.#matches.latestOpen?.machine.state ?? this.#lifecycle.state;
  }
}
