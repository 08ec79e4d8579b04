/** One running referee in one league: its matches and its answers (IS 3). */
import {
  type DirectMatchIn,
  type DirectMatchResult,
  machines,
  protocol,
  refereeCalls,
  refereeRegisterRequest,
  refereeServes,
  reply,
} from "@league-v2/contract";
import { runAgent } from "../agent/assembly/run-agent.js";
import type { AgentContext, RunningAgent } from "../agent/core/agent.js";
import { Drain, Semaphore } from "../agent/core/capacity.js";
import { errorEntry, LeagueRpcError } from "../agent/core/errors.js";
import type { Context, Handler, HandlersOf } from "../agent/core/handlers.js";
import { assertLeagueManager, assertToken } from "../agent/core/permission.js";
import { provisionalSender } from "../agent/core/sender-identity.js";
import type { Trace } from "../agent/core/trace.js";
import { Membership } from "../agent/membership/membership.js";
import type { MembershipSteps } from "../agent/membership/registration.js";
import { AgentRuntime } from "../agent/serving/agent-runtime.js";
import { servedMethod } from "../agent/serving/served-method.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import { newToken } from "../domain/tokens.js";
import { evenOdd } from "../game/even-odd.js";
import type { GameRules } from "../game/rules.js";
import { isObject } from "../json/parse-json.js";
import type { RpcMethod } from "../rpc/dispatch.js";
import { playDirectMatch } from "./direct-match.js";
import { earlierJobs, Job, type JobSetting } from "./job.js";
import { type Assignment, readAssignment } from "./match/assignment.js";
import type { MatchRecord } from "./match-journal.js";
import { MatchRuns } from "./match-runs.js";
import type { RefereeOptions } from "./referee-options.js";
import { StandingsCache } from "./standings-cache.js";

export class RefereeSession {
  readonly agent: RunningAgent;
  readonly #options: RefereeOptions;
  readonly #games: readonly [GameRules, ...GameRules[]];
  readonly #agentContext: AgentContext;
  readonly #runtime: AgentRuntime<typeof refereeCalls>;
  readonly #membership: Membership;
  readonly #standings: StandingsCache;
  readonly #slots: Semaphore;
  readonly #jobs = new MatchRuns<Job>();
  /** Matches of an earlier run, until there is a token. */
  readonly #earlier: Job[] = [];
  readonly #drain = new Drain(() => this.#jobs.open + this.#directs === 0);
  /** Running direct matches. */
  #directs = 0;

  constructor(options: RefereeOptions, agentContext: AgentContext) {
    this.#options = options;
    const [game, ...others] = options.games ?? [evenOdd];
    this.#games = [rulesOf(game), ...others.map(rulesOf)];
    this.#agentContext = agentContext;
    this.#slots = new Semaphore(this.#capacity);
    this.#runtime = new AgentRuntime(
      "referee",
      agentContext,
      provisionalSender("referee", options.displayName),
      refereeCalls,
    );
    // Without a league there is no registration: the referee creates an id and a token for direct matches.
    if (agentContext.league === undefined)
      this.#runtime.senderIdentity.become(this.#runtime.senderIdentity.sender, newToken(agentContext.random));
    this.#standings = new StandingsCache(this.#runtime);
    const steps: MembershipSteps = {
      starts: () => {},
      ask: (league, conversation_id) => this.#askToRegister(league, conversation_id),
      accepted: ({ id, auth_token }) => {
        this.#runtime.senderIdentity.become(`referee:${id}`, auth_token);
        for (const job of this.#earlier.splice(0)) this.#start(job);
      },
      refused: () => {},
      fresh: async () => options.journal?.clear(),
      resumes: async () => {
        this.#earlier.push(...(await earlierJobs(this.#jobSetting)));
        for (const job of this.#earlier) this.#jobs.add(job);
      },
    };
    this.#membership = new Membership(this.#runtime, steps, options.keeper);
    const handlers = { ...this.#forMatches(), ...this.#forLeague() };
    this.agent = runAgent(this.#runtime, {
      serves: refereeServes,
      reply,
      handlers,
      methods: { run_match: this.#runMatch(handlers.run_match) },
      registered: this.#membership.registered,
      id: () => this.#membership.id,
      state: () => this.#state(),
      matches: () => ({ open: this.#jobs.open, ended: { over: this.#jobs.ended } }),
      drain: () => this.#drain.begin(),
    });
  }

  get #capacity(): number {
    return this.#options.maxConcurrentMatches ?? protocol.league.defaultMaxConcurrentMatches;
  }

  /** @throws LeagueRpcError E002 for a game that this referee does not serve */
  #rulesOf(game_type: string): GameRules {
    const rules = this.#games.find(({ type }) => type === game_type);
    if (rules !== undefined) return rules;
    const served = this.#games.map(({ type }) => type).join(", ");
    throw new LeagueRpcError("E002", `this referee serves the game types ${served}, not "${game_type}"`);
  }

  async #askToRegister(league: string, conversation_id: string) {
    const { displayName, version = "1.0.0" } = this.#options;
    const request = refereeRegisterRequest(this.#runtime.senderIdentity.identity(conversation_id), {
      referee_meta: {
        display_name: displayName,
        version,
        game_types: this.#games.map(({ type }) => type),
        contact_endpoint: this.#agentContext.endpoint,
        max_concurrent_matches: this.#capacity,
        protocol_version: protocol.specVersion,
      },
    });
    const reply = await this.#runtime.caller.call(league, "register_referee", request);
    return { ...reply, id: reply.referee_id };
  }

  /** The method of two messages: the order of a league, and a direct match. */
  #runMatch(handleOrder: Handler<"run_match">): RpcMethod<Trace | undefined> {
    const { run_match: row } = refereeServes;
    const [form] = row.forms;
    const ordered = servedMethod(this.#runtime, row, handleOrder, reply);
    const handleDirect = (match: DirectMatchIn, { trace }: Context) => this.#direct(match, trace);
    const direct = servedMethod(this.#runtime, { ...row, ...form, validateAck: null }, handleDirect, reply);
    return {
      call: (params, trace) =>
        (isObject(params) && "player1" in params ? direct : ordered).call(params, trace),
    };
  }

  #forMatches() {
    return {
      run_match: async (order, context) => {
        assertLeagueManager(order);
        const me = await this.#membership.member(context);
        const own = { league_id: me.league_id, game_type: this.#games[0].type };
        await this.#take(readAssignment(order, own, context.trace));
        return context.reply(order, { status: "acknowledged" });
      },

      notify_round: async (round, context) => {
        assertLeagueManager(round);
        const me = await this.#membership.member(context);
        return context.reply(round, { referee_id: me.id });
      },

      get_match_state: async (query, context) => {
        await this.#membership.member(context);
        assertToken(query, this.#runtime.senderIdentity.token);
        const job = this.#jobs.get(query.match_id);
        if (!job) throw new LeagueRpcError("E006", `this referee has no match "${query.match_id}"`);
        return context.reply(query, job.view());
      },
    } satisfies Partial<HandlersOf<typeof refereeServes>>;
  }

  #forLeague() {
    return {
      notify_league_completed: async (end, context) => {
        assertLeagueManager(end);
        const me = await this.#membership.member(context);
        this.#options.onLeagueCompleted?.(end);
        return context.reply(end, { referee_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_league_error: async (error, context) => {
        assertLeagueManager(error);
        const me = await this.#membership.member(context);
        this.#runtime.log(errorEntry(error));
        return context.reply(error, { referee_id: me.id, status: "ACKNOWLEDGED" });
      },

      shutdown: async (order, context) => {
        assertLeagueManager(order);
        const me = await this.#membership.member(context);
        this.#runtime.finish(order.reason ?? "shutdown by the league manager");
        return context.reply(order, { referee_id: me.id, status: "ACKNOWLEDGED" });
      },
    } satisfies Partial<HandlersOf<typeof refereeServes>>;
  }

  /** RS: played at once, for any caller, and answered with the result. @throws LeagueRpcError E002 */
  async #direct(order: DirectMatchIn, trace: Trace | undefined): Promise<DirectMatchResult> {
    const { endpoints = allowHosts(), drawFrom } = this.#options;
    for (const { endpoint } of [order.player1, order.player2]) {
      const refused = endpoints.refuse(endpoint);
      if (refused !== null) throw new LeagueRpcError("E002", `${endpoint} is not called: ${refused}`);
    }
    this.#drain.assertAccepting();
    this.#directs += 1;
    const free = await this.#slots.take();
    try {
      const random = drawFrom?.(order.match_id) ?? this.#agentContext.random;
      const [rules] = this.#games;
      return await playDirectMatch(order, { runtime: this.#runtime, rules, random, trace });
    } finally {
      free();
      this.#directs -= 1;
      this.#drain.check();
    }
  }

  /** A match is played once; after a repeated order for a finished one, the referee reports it again (the report may be lost). */
  async #take(assignment: Assignment): Promise<void> {
    const { match_id } = assignment;
    const known = this.#jobs.get(match_id);
    if (known) {
      if (known.isComplete) this.#runtime.background(`report of ${match_id}`, known.reportAgain());
      return;
    }
    this.#drain.assertAccepting();
    if (this.#jobs.isFull) throw new LeagueRpcError("E008", "this referee has more matches than it can play");
    const job = new Job(assignment, this.#jobSetting);
    this.#jobs.add(job);
    this.#standings.refresh(assignment);
    if (this.#options.journal !== undefined) await job.keep();
    this.#start(job);
  }

  #start(job: Job): void {
    this.#runtime.background(`match ${job.match_id}`, this.#run(job));
  }

  get #jobSetting(): JobSetting {
    const { drawFrom, journal } = this.#options;
    const serves = (game_type: string) => this.#games.some(({ type }) => type === game_type);
    const rulesOf = (game_type: string) => this.#rulesOf(game_type);
    return { runtime: this.#runtime, standings: this.#standings, serves, rulesOf, drawFrom, journal };
  }

  async #run(job: Job): Promise<void> {
    const free = await this.#slots.take();
    this.#jobs.starts(job);
    try {
      const record = await job.run();
      this.#runtime.background(`the record of ${job.match_id} was not kept`, this.#keep(record, job));
    } finally {
      this.#jobs.ends(job);
      free();
      this.#drain.check();
    }
  }

  /** The journal contains a match until its record is stored. */
  async #keep(record: () => MatchRecord, job: Job): Promise<void> {
    try {
      await this.#options.onMatch?.(record());
    } finally {
      job.dropTranscript();
    }
    await job.discard();
  }

  /** The phase of a running match, else the initial state. */
  #state(): string {
    return this.#jobs.running?.phase ?? machines.referee.initial;
  }
}

function rulesOf(game: NonNullable<RefereeOptions["games"]>[number]): GameRules {
  return typeof game === "string" ? evenOdd : game;
}
