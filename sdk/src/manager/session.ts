/** The life of one league manager: what it answers to referees, players and the operator (IS 2). */
import { leagueManagerCalls, leagueManagerServes } from "@league-v2/contract";
import type { Link, RunningAgent } from "../agent/agent.js";
import { LeagueFault } from "../agent/fault.js";
import type { HandlersOf } from "../agent/handlers.js";
import { AgentLife } from "../agent/life.js";
import { runAgent } from "../agent/run-agent.js";
import { Announcer } from "./announcer.js";
import { Attention } from "./attention.js";
import { mustBeOperator, reporter, speaker } from "./authority.js";
import type { LeagueManagerOptions, RunningLeagueManager } from "./create-league-manager.js";
import { allowHosts } from "./endpoint-policy.js";
import { httpRegister } from "./http-register.js";
import { League } from "./league.js";
import { MemoryStore } from "./memory-store.js";
import { answerQuery } from "./queries.js";
import { type Admission, Registrar } from "./registrar.js";
import { readReport } from "./report.js";
import { requestedId } from "./requested-id.js";
import { rank } from "./standings.js";
import type { Member, Store } from "./store.js";

export class LeagueManagerSession {
  readonly agent: RunningLeagueManager;
  readonly #options: LeagueManagerOptions;
  readonly #league_id: string;
  readonly #store: Store;
  readonly #life: AgentLife<typeof leagueManagerCalls>;
  readonly #attention: Attention;
  readonly #announcer: Announcer;
  readonly #league: League;
  readonly #registrar: Registrar;

  constructor(options: LeagueManagerOptions, link: Link) {
    const { leagueId = "league_even_odd", store = new MemoryStore(), endpoints = allowHosts() } = options;
    const { players = Number.POSITIVE_INFINITY, referees = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#league_id = leagueId;
    this.#store = store;
    this.#life = new AgentLife("league_manager", link, "league_manager", leagueManagerCalls);
    const log = this.#life.log.bind(this.#life);
    this.#attention = new Attention((id, state) =>
      log({ level: state === "SUSPENDED" ? "warn" : "info", message: `${id} is ${state}` }),
    );
    this.#announcer = new Announcer({
      life: this.#life,
      store,
      attention: this.#attention,
      league_id: leagueId,
    });
    this.#league = new League({
      league_id: leagueId,
      store,
      announcer: this.#announcer,
      attention: this.#attention,
      clock: link.clock,
      signal: this.#life.signal,
      log,
      onEvent: (event) => options.onEvent?.(event),
    });
    this.#registrar = new Registrar({
      store,
      random: link.random,
      rules: { limits: { player: players, referee: referees }, endpoints, isOpen: () => this.#league.isOpen },
      onAdmitted: (member) => this.#welcome(member),
    });
    this.agent = this.#withLeague(
      runAgent(this.#life, {
        serves: leagueManagerServes,
        handlers: this.#handlers(),
        registered: new Promise(() => {}),
        id: () => leagueId,
        state: () => this.#league.state,
        routes: [httpRegister((application) => this.#registrar.register(application), leagueId)],
      }),
    );
  }

  #handlers(): HandlersOf<typeof leagueManagerServes> {
    return {
      register_player: async (request, { wire, reply }) => {
        const { player_meta, conversation_id } = request;
        const applicant = { ...player_meta, role: "player", max_concurrent_matches: 1 } as const;
        const requested_id = requestedId(request, player_meta, wire);
        const rest = { conversation_id, wire: wire.name, requested_id };
        const admission = await this.#registrar.register({ ...applicant, ...rest });
        return reply(request, { ...this.#answer(admission), player_id: idIn(admission) });
      },

      register_referee: async (request, { wire, reply }) => {
        const { referee_meta, conversation_id } = request;
        const applicant = { ...referee_meta, role: "referee" } as const;
        const requested_id = requestedId(request, referee_meta, wire);
        const rest = { conversation_id, wire: wire.name, requested_id };
        const admission = await this.#registrar.register({ ...applicant, ...rest });
        return reply(request, { ...this.#answer(admission), referee_id: idIn(admission) });
      },

      report_match_result: async (report, { reply, wire }) => {
        const { match_id } = report;
        const referee = await reporter(report, this.#store, wire);
        this.#attention.answered(referee.id);
        const match = this.#league.match(match_id);
        if (!match || !(await this.#store.isAssigned(match_id, referee.id))) {
          throw new LeagueFault("E006", `match "${match_id}" was not given to ${referee.id}`);
        }
        const result = readReport(report, match, referee.id);
        const outcome = await this.#store.record(result);
        if (outcome === "conflicting") {
          throw new LeagueFault("E007", `match "${match_id}" has another result already`);
        }
        if (outcome === "recorded") this.#league.count(result);
        return reply(report, {});
      },

      league_query: async (query, { reply, wire }) => {
        const member = await speaker(query, this.#store, wire);
        const { query_type, query_params } = query;
        const about = query_params?.player_id ?? (member.role === "player" ? member.id : null);
        try {
          const data = await answerQuery(query_type, about, this.#store);
          return reply(query, { query_type, success: true, data, error: null });
        } catch (error) {
          if (!(error instanceof LeagueFault)) throw error;
          const told = { error_code: error.code, error_description: error.message };
          return reply(query, { query_type, success: false, data: null, error: told });
        }
      },

      get_standings: async (query, { reply, wire }) => {
        await speaker(query, this.#store, wire);
        const standings = await this.#standings();
        return reply(query, {
          league_id: this.#league_id,
          round_id: this.#league.completedRound,
          standings,
        });
      },

      start_league: async (order, { reply }) => {
        mustBeOperator(order);
        await this.#league.start();
        return reply(order, {
          league_id: this.#league_id,
          ...this.#league.status(),
          players: (await this.#store.members("player")).length,
          referees: (await this.#store.members("referee")).length,
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

  async #welcome(member: Member): Promise<void> {
    this.#league.joined(member);
    const { role, id, display_name, endpoint } = member;
    this.#life.log({ level: "info", message: `${role} ${id} registered: "${display_name}" at ${endpoint}` });
    const { players = Number.POSITIVE_INFINITY, referees = Number.POSITIVE_INFINITY } = this.#options;
    const [playing, refereeing] = [await this.#store.members("player"), await this.#store.members("referee")];
    if (playing.length < players || refereeing.length < referees) return;
    // The last one to register must have its answer before the first announcement reaches it: the start waits a turn.
    this.#life.link.clock.after(0, () =>
      this.#life.background("the league could not start", this.#league.start()),
    );
  }

  async #standings() {
    return rank(await this.#store.tallies());
  }

  #withLeague(agent: RunningAgent): RunningLeagueManager {
    return {
      ...agent,
      ended: this.#league.ended,
      standings: () => this.#standings(),
      dismiss: async (reason) => void (await this.#announcer.shutdown(reason)),
      close: async () => {
        await agent.close();
        await this.#store.close();
      },
    };
  }
}

function idIn(admission: Admission): string | null {
  return "member" in admission ? admission.member.id : null;
}
