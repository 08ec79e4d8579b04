/** One running league manager: its answers to referees, players and the operator (IS 2). */
import { leagueManagerCalls, leagueManagerServes, protocol, reply } from "@league-v2/contract";
import { runAgent } from "../agent/assembly/run-agent.js";
import type { AgentContext, RunningAgent } from "../agent/core/agent.js";
import { LeagueRpcError } from "../agent/core/errors.js";
import type { HandlersOf } from "../agent/core/handlers.js";
import { AgentRuntime } from "../agent/serving/agent-runtime.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import { newToken } from "../domain/tokens.js";
import { LivenessTracker } from "./dispatch/liveness-tracker.js";
import { LocalQueue } from "./dispatch/match-queue.js";
import { League } from "./league.js";
import type { LeagueManagerOptions, RunningLeagueManager } from "./league-manager.js";
import { managerMetrics } from "./manager-metrics.js";
import { type Archive, answerQuery } from "./queries.js";
import { assertOperator, authenticate, type Registry, reporter } from "./registration/authority.js";
import { isReachable } from "./registration/endpoint-check.js";
import { httpRegister } from "./registration/http-register.js";
import { type Admission, RegistrationService } from "./registration/registration-service.js";
import { readReport } from "./results/report.js";
import { Notifier } from "./season/notifier.js";
import { Roster } from "./store/league-cache.js";
import { MemoryStore } from "./store/memory-store.js";
import { rank } from "./store/standings.js";
import type { Member, Store } from "./store/store.js";

export class LeagueManagerSession {
  readonly agent: RunningLeagueManager;
  readonly #league_id: string;
  readonly #store: Store;
  readonly #roster: Roster;
  readonly #runtime: AgentRuntime<typeof leagueManagerCalls>;
  readonly #liveness: LivenessTracker;
  readonly #notifier: Notifier;
  readonly #league: League;
  readonly #registrationService: RegistrationService;

  constructor(options: LeagueManagerOptions, agentContext: AgentContext) {
    const { leagueId = "league_even_odd", store = new MemoryStore(), endpoints = allowHosts() } = options;
    const { players = Number.POSITIVE_INFINITY, referees = Number.POSITIVE_INFINITY } = options;
    const numbers = { players, referees };
    const { gameTypes = protocol.gameTypes } = options;
    const { openPlayers: mostPlayers, openReferees: mostReferees } = protocol.league;
    this.#league_id = leagueId;
    this.#store = store;
    this.#roster = new Roster(store);
    const roster = this.#roster;
    this.#runtime = new AgentRuntime("league_manager", agentContext, "league_manager", leagueManagerCalls);
    const runtime = this.#runtime;
    const log = runtime.log.bind(runtime);
    this.#liveness = new LivenessTracker((id, state) =>
      log({ level: state === "SUSPENDED" ? "warn" : "info", message: `${id} is ${state}` }),
    );
    const liveness = this.#liveness;
    this.#notifier = new Notifier({ runtime, store, roster, liveness, league_id: leagueId });
    this.#league = new League({
      league_id: leagueId,
      runtime,
      store,
      roster,
      liveness,
      numbers,
      gameTypes,
      notifier: this.#notifier,
      queue: options.queue ?? new LocalQueue({ clock: agentContext.clock, signal: runtime.signal, log }),
      owner: options.instance ?? newToken(agentContext.random),
      onEvent: (event) => options.onEvent?.(event),
    });
    this.#registrationService = new RegistrationService({
      store,
      random: agentContext.random,
      gameTypes,
      limits: { player: options.players ?? mostPlayers, referee: options.referees ?? mostReferees },
      endpoints,
      resolve: options.resolve,
      isReachable: options.checkEndpoints ? (endpoint) => isReachable(endpoint, runtime.caller) : undefined,
      onAdmitted: (member, members) => this.#admitted(member, members),
    });
    this.agent = this.#withLeague(
      runAgent(this.#runtime, {
        serves: leagueManagerServes,
        reply,
        handlers: this.#handlers(),
        registered: new Promise(() => {}),
        id: () => leagueId,
        state: () => this.#league.state,
        about: () => ({ suspended: this.#liveness.suspended }),
        metrics: () => managerMetrics(store, this.#liveness),
        routes: [httpRegister(leagueId, (application) => this.#registrationService.register(application))],
      }),
    );
  }

  #handlers(): HandlersOf<typeof leagueManagerServes> {
    return {
      register_player: async (request, { reply }) => {
        const { player_meta, conversation_id } = request;
        const applicant = {
          ...player_meta,
          conversation_id,
          role: "player",
          max_concurrent_matches: 1,
        } as const;
        const admission = await this.#registrationService.register(applicant);
        return reply(request, { ...this.#answer(admission), player_id: idIn(admission) });
      },

      register_referee: async (request, { reply }) => {
        const { referee_meta, conversation_id } = request;
        const applicant = { ...referee_meta, conversation_id, role: "referee" } as const;
        const admission = await this.#registrationService.register(applicant);
        return reply(request, { ...this.#answer(admission), referee_id: idIn(admission) });
      },

      report_match_result: async (report, { reply }) => {
        const { match_id } = report;
        const referee = await reporter(report, this.#registry);
        this.#liveness.answered(referee.id);
        const match = await this.#league.calendar.match(match_id);
        if (!match || !(await this.#store.isAssigned(match_id, referee.id))) {
          throw new LeagueRpcError("E006", `match "${match_id}" was not given to ${referee.id}`);
        }
        const outcome = await this.#league.resultService.record(readReport(report, match, referee.id));
        if (outcome === "conflicting") {
          throw new LeagueRpcError("E007", `match "${match_id}" has another result already`);
        }
        return reply(report, {});
      },

      league_query: async (query, { reply }) => {
        const member = await authenticate(query, this.#registry);
        const { query_type, query_params } = query;
        const about = query_params?.player_id ?? (member.role === "player" ? member.id : null);
        try {
          const data = await answerQuery(query_type, about, this.#archive);
          return reply(query, { query_type, success: true, data, error: null });
        } catch (error) {
          if (!(error instanceof LeagueRpcError)) throw error;
          const details = { error_code: error.code, error_description: error.message };
          return reply(query, { query_type, success: false, data: null, error: details });
        }
      },

      get_standings: async (query, { reply }) => {
        await authenticate(query, this.#registry);
        // The round is read first, so that the standings lack none of its results.
        const round_id = await this.#store.completedRound();
        return reply(query, { league_id: this.#league_id, round_id, standings: await this.#standings() });
      },

      start_league: async (order, { reply, trace }) => {
        assertOperator(order);
        await this.#league.start(trace);
        const [players, referees] = await this.#roster.all();
        return reply(order, {
          league_id: this.#league_id,
          ...(await this.#league.status()),
          players: players.length,
          referees: referees.length,
        });
      },
    };
  }

  #answer(admission: Admission) {
    return "reason" in admission
      ? ({ status: "REJECTED", auth_token: null, league_id: null, reason: admission.reason } as const)
      : ({
          status: "ACCEPTED",
          auth_token: admission.auth_token,
          league_id: this.#league_id,
          reason: null,
        } as const);
  }

  #admitted(member: Member, members: readonly Member[]): void {
    const { role, id, display_name, endpoint } = member;
    this.#runtime.log({
      level: "info",
      message: `${role} ${id} registered: "${display_name}" at ${endpoint}`,
    });
    this.#league.joined(member, members);
  }

  get #registry(): Registry {
    return { roster: this.#roster, store: this.#store };
  }

  get #archive(): Archive {
    return { ...this.#registry, store: this.#store, calendar: this.#league.calendar };
  }

  async #standings() {
    return rank(await this.#store.tallies());
  }

  #withLeague(agent: RunningAgent): RunningLeagueManager {
    return {
      ...agent,
      ended: this.#league.ended,
      standings: () => this.#standings(),
      shutDownAgents: async (reason) => void (await this.#notifier.shutdown(reason)),
      close: async () => {
        await agent.close();
        await this.#league.stopped();
        await this.#store.close();
      },
    };
  }
}

function idIn(admission: Admission): string | null {
  return "member" in admission ? admission.member.id : null;
}
