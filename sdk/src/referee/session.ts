/** The life of one referee in one league: what it takes on and what it answers (IS 3). */
import {
  type DirectMatchIn,
  type DirectMatchResult,
  machines,
  protocol,
  refereeCalls,
  refereeRegisterRequest,
  refereeServes,
} from "@league-v2/contract";
import type { Link, RunningAgent } from "../agent/agent.js";
import { LeagueFault } from "../agent/fault.js";
import { gameType } from "../agent/game-type.js";
import type { HandlersOf } from "../agent/handlers.js";
import { AgentLife } from "../agent/life.js";
import { Membership } from "../agent/membership.js";
import { fromLeagueManager, withToken } from "../agent/permission.js";
import { runAgent } from "../agent/run-agent.js";
import { Slots } from "../agent/slots.js";
import { provisionalSender } from "../agent/voice.js";
import { allowHosts } from "../manager/endpoint-policy.js";
import { newToken } from "../manager/tokens.js";
import { type Assignment, announcedTo, readAssignment } from "./assignment.js";
import type { RefereeOptions } from "./create-referee.js";
import { DirectMatch } from "./direct-match.js";
import { Job } from "./job.js";
import { JobBook } from "./job-book.js";
import type { MatchRecord } from "./record.js";
import { StandingsCache } from "./standings-cache.js";

export class RefereeSession {
  readonly agent: RunningAgent;
  readonly #options: RefereeOptions;
  readonly #link: Link;
  readonly #life: AgentLife<typeof refereeCalls>;
  readonly #membership: Membership;
  readonly #standings: StandingsCache;
  readonly #slots: Slots;
  readonly #jobs = new JobBook<Job>();

  constructor(options: RefereeOptions, link: Link) {
    this.#options = options;
    this.#link = link;
    this.#slots = new Slots(this.#capacity);
    this.#life = new AgentLife(
      "referee",
      link,
      provisionalSender("referee", options.displayName),
      refereeCalls,
    );
    // Without a league nobody gives it a name and a secret: it goes by its own, for direct matches.
    if (link.league === undefined) this.#life.voice.become(this.#life.voice.sender, newToken(link.random));
    this.#standings = new StandingsCache(this.#life);
    this.#membership = new Membership(this.#life, {
      starts: () => {},
      ask: (league) => this.#askToRegister(league),
      accepted: ({ id, auth_token }) => this.#life.voice.become(`referee:${id}`, auth_token),
      refused: () => {},
    });
    this.agent = runAgent(this.#life, {
      serves: refereeServes,
      handlers: this.#handlers(),
      otherMessages: {
        run_match: {
          is: (params) => "player1" in params,
          handle: (order: DirectMatchIn) => this.#direct(order),
        },
      },
      registered: this.#membership.registered,
      id: () => this.#membership.id,
      state: () => this.#state(),
    });
  }

  get #capacity(): number {
    return this.#options.maxConcurrentMatches ?? protocol.league.defaultMaxConcurrentMatches;
  }

  async #askToRegister(league: string) {
    const { displayName, version = "1.0.0" } = this.#options;
    const conversation_id = this.#life.client.generateConversationId("conv-register");
    const request = refereeRegisterRequest(this.#life.voice.identity(conversation_id), {
      referee_meta: {
        display_name: displayName,
        version,
        game_types: [gameType],
        contact_endpoint: this.#link.endpoint,
        max_concurrent_matches: this.#capacity,
        protocol_version: protocol.specVersion,
      },
    });
    const reply = await this.#life.caller.call({ endpoint: league }, "register_referee", request, {
      lenient: true,
    });
    return { ...reply, id: reply.referee_id ?? null, tokenless: this.#life.forms.isLeagueTokenless };
  }

  #handlers(): HandlersOf<typeof refereeServes> {
    return {
      run_match: async (order, context) => {
        fromLeagueManager(order);
        const me = await this.#membership.member(context);
        const over = this.#take(readAssignment(order, me.league_id));
        if (context.wire.matchStart === "blocking") await over;
        return context.reply(order, { status: "acknowledged" });
      },

      notify_round: async (round, context) => {
        fromLeagueManager(round);
        const me = await this.#membership.member(context);
        for (const assignment of announcedTo(this.#link.endpoint, round)) void this.#take(assignment);
        return context.reply(round, { referee_id: me.id });
      },

      notify_league_completed: async (end, context) => {
        fromLeagueManager(end);
        const me = await this.#membership.member(context);
        this.#options.onLeagueCompleted?.(end);
        return context.reply(end, { referee_id: me.id, status: "ACKNOWLEDGED" });
      },

      notify_league_error: async (error, context) => {
        fromLeagueManager(error);
        const me = await this.#membership.member(context);
        const { error_code, error_description } = error;
        this.#life.log({
          level: "warn",
          message: `${error_code}: ${error_description ?? ""}`,
          message_type: "LEAGUE_ERROR",
        });
        return context.reply(error, { referee_id: me.id, status: "ACKNOWLEDGED" });
      },

      shutdown: async (order, context) => {
        fromLeagueManager(order);
        const me = await this.#membership.member(context);
        this.#life.finish(order.reason ?? "shutdown by the league manager");
        return context.reply(order, { referee_id: me.id, status: "ACKNOWLEDGED" });
      },

      get_match_state: async (query, context) => {
        await this.#membership.member(context);
        withToken(query, this.#life.voice.token);
        const job = this.#jobs.get(query.match_id);
        if (!job) throw new LeagueFault("E006", `this referee knows no match "${query.match_id}"`);
        return context.reply(query, job.view());
      },
    };
  }

  /** RS: played at once, for whoever asks, and answered with the result. @throws LeagueFault E002 */
  async #direct(order: DirectMatchIn): Promise<DirectMatchResult> {
    const { endpoints = allowHosts(), drawFrom } = this.#options;
    for (const { endpoint } of [order.player1, order.player2]) {
      const refused = endpoints.refuse(endpoint);
      if (refused !== null) throw new LeagueFault("E002", `${endpoint} is not called: ${refused}`);
    }
    const free = await this.#slots.take();
    try {
      return await new DirectMatch(order, this.#life, drawFrom?.(order.match_id) ?? this.#link.random).play();
    } finally {
      free();
    }
  }

  /** Resolves when the match is over. A match is taken once; asked again for one that is over, the referee reports it again (it may have been lost). */
  #take(assignment: Assignment): Promise<void> {
    const { match_id } = assignment;
    const known = this.#jobs.get(match_id);
    if (known) {
      if (known.isComplete) this.#life.background(`report of ${match_id}`, known.reportAgain());
      return Promise.resolve();
    }
    const job = new Job(assignment, this.#life, this.#standings, this.#options.drawFrom);
    this.#jobs.add(job);
    this.#standings.refresh(assignment);
    const over = this.#run(job);
    this.#life.background(`match ${match_id}`, over);
    return over.catch(() => {});
  }

  async #run(job: Job): Promise<void> {
    const free = await this.#slots.take();
    this.#jobs.starts(job);
    try {
      const record = await job.run();
      this.#life.background(`the record of ${job.match_id} was not kept`, this.#keep(record));
    } finally {
      this.#jobs.ends(job);
      free();
    }
  }

  async #keep(record: MatchRecord): Promise<void> {
    await this.#options.onMatch?.(record);
  }

  /** A referee in a match is in that match's phase. */
  #state(): string {
    return this.#jobs.running?.phase ?? machines.referee.initial;
  }
}
