/** The bench of a check of the transport, which holds for every role. */
import { setMaxListeners } from "node:events";
import type { Random } from "../doors.js";
import type { Expect } from "../expect.js";
import type { JsonObject } from "../json/scan.js";
import type { LedgerEntry } from "../oracle/ledger.js";
import type { Answer } from "../peers/answer.js";
import { type Env, type Recorder, variablesAbout } from "../peers/env.js";
import { bytesOf } from "../peers/exchange.js";
import type { ManagedLeague } from "../peers/managed-league.js";
import { Match } from "../peers/match.js";
import type { RefereeLeague } from "../peers/referee-league.js";
import { GAME_TYPE, type RegistrationPolicy, type ScriptedManager } from "../peers/scripted-manager.js";
import { Speaker, type Twist } from "../peers/speaker.js";
import type { Role } from "../types.js";
import type { Pace, RawRequest } from "../wire/types.js";
import type { AgentUnderTest } from "./agent.js";
import { BenchBase } from "./base.js";
import { nextAgentName } from "./context.js";
import { type Done, Observations } from "./observations.js";
import { makeShareable, type Started } from "./start.js";

/** What a check of the transport needs of the world that its role opens. */
export interface AgentWorld {
  agent: AgentUnderTest;
  /** The league that the agent has registered in. */
  leagueId: string;
  /** Around a player or a referee. */
  manager?: ScriptedManager;
  /** Around a referee. */
  matches?: RefereeLeague;
}

export class TransportBench extends BenchBase {
  /** The role of the agent under test. */
  readonly role: Role;
  private readonly world: AgentWorld | undefined;
  private readonly starter: ((options: LaunchAgentOptions) => Promise<LaunchedAgent>) | undefined;
  private readonly observations: Observations;
  private launched: LaunchedAgent[] = [];
  private count = 0;
  /** Instances in this check so far. */
  private instances: number;

  constructor(
    env: Env,
    role: Role,
    world: AgentWorld | undefined,
    expect: Expect,
    random: Random,
    starter?: (options: LaunchAgentOptions) => Promise<LaunchedAgent>,
  ) {
    super(env, expect, random);
    this.role = role;
    this.world = world;
    this.instances = world === undefined ? 0 : 1;
    this.starter = starter;
    this.observations = new Observations(env, {
      canRepeat: () => starter !== undefined,
      agent: world?.agent,
    });
  }

  /** The agent under test. */
  get agent(): AgentUnderTest {
    if (this.world === undefined)
      throw new Error("a check that needs `command` starts the agent itself, with launch()");
    return this.world.agent;
  }

  /**
   * A message that any agent of this role serves at any time, new each time it is sent: an invitation for a player,
   * a round without a match of its own for a referee, a registration that must be rejected for a league manager.
   */
  valid = async (twist: Twist = {}, to: AgentUnderTest = this.agent): Promise<Answer> => {
    const { type, fields, as, match } = this.request();
    const conversation = match === undefined ? {} : { conversation: match.conversation };
    const answer = await as.say(to, type, fields, { ...conversation, ...twist });
    // A player that has joined is let go again: it may play only so many matches at once.
    if (match !== undefined && answer.outcome === "message") await match.gameOver(to);
    return answer;
  };

  /** The whole JSON-RPC body of such a message, to be changed and sent with `agent.send`. */
  validBody = (id: string | number | null = 1, twist: Twist = {}): JsonObject => {
    const { type, fields, as } = this.request();
    const message = as.compose(type, fields, twist);
    return this.env.codec.request(
      type,
      message,
      id,
      variablesAbout(this.env, this.agent.variables),
    ) as JsonObject;
  };

  /** Somebody of that name who speaks to the agent, or to one that was launched. */
  speaker = (sender: string, token?: string): Speaker => {
    return new Speaker(this.env, { name: sender, sender, ...(token === undefined ? {} : { token }) });
  };

  /** For checks that observe: that so many bodies were looked at, and the first one that was not as it should be. */
  heard = (count: number, departure?: LedgerEntry): void => {
    const { transcript } = this.env.recorder;
    transcript.heard += count;
    transcript.note(`${count} bodies were looked at in this run`);
    if (departure !== undefined)
      transcript.note(`${departure.where}, during ${departure.during}: ${departure.excerpt}`);
  };

  /** Connections that stand open with requests that come slowly or not at all, until they are let go. */
  hold = (paces: readonly Pace[]): { letGo(): Promise<void> } => {
    const end = new AbortController();
    setMaxListeners(paces.length, end.signal);
    const held = paces.map((pace) =>
      this.throwOne({ body: bytesOf(this.validBody()), pace }, Number.POSITIVE_INFINITY, end.signal),
    );
    this.note(`${paces.length} connections were opened and held`);
    return {
      letGo: async () => {
        end.abort();
        await Promise.all(held);
      },
    };
  };

  /** Throws requests at the agent, so many at once, and looks at none of the answers. Undefined for what it did with them. */
  volley = async (requests: readonly Thrown[], { atOnce, timeoutMs }: VolleyOptions): Promise<void> => {
    const left = [...requests];
    const thrower = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        await this.throwOne(next, next.timeoutMs ?? timeoutMs);
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, requests.length) }, thrower));
    this.note(`${requests.length} requests were thrown at the agent`);
  };

  /** Starts another instance on the check's own terms; it is ended with the check. Needs `command`. */
  launch = async (options: LaunchAgentOptions = {}): Promise<LaunchedAgent> => {
    if (this.starter === undefined) throw new Error("only a check that needs `command` can start the agent");
    const agentName = nextAgentName(this.instances);
    this.instances += 1;
    const launched = await this.starter({ agentName, ...options });
    // What several checks look at is ended with the run.
    if (options.recorder === undefined) this.launched.push(launched);
    return launched;
  };

  /** The agent with what the suite plays around it: of the shared instance, or of a league manager that is started for it. */
  surroundings = async (options: LaunchAgentOptions = {}): Promise<LaunchedAgent> => {
    if (this.role === "manager" || this.world === undefined) return this.launch(options);
    const { agent, manager, matches } = this.world;
    return {
      agent,
      ...(manager === undefined ? {} : { manager }),
      ...(matches === undefined ? {} : { matches }),
      stop: async () => {},
    };
  };

  /** Does something once in the whole run, whichever check asks first. */
  once = <T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> =>
    this.observations.once(label, work);

  look = <T, R>(done: Done<T>, types: readonly string[], judge: (value: T) => R): R =>
    this.observations.look(done, types, judge);

  /** Makes an observation with the means of this check, once in the whole run. */
  observe = <T>(label: string, work: () => Promise<T>): Promise<T> => this.observations.observe(label, work);

  /** The instances that this check has started and that can serve other checks; the check does not end them. */
  handOver(): Started[] {
    const shareable = this.launched.filter(({ world }) => world !== undefined && makeShareable(world));
    this.launched = this.launched.filter((one) => !shareable.includes(one));
    return shareable.flatMap(({ world }) => world ?? []);
  }

  async close(): Promise<void> {
    this.observations.close();
    await Promise.all(this.launched.map(({ stop }) => stop()));
  }

  private async throwOne(request: Thrown, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    const { url } = this.agent;
    await this.env.stage.wire.exchange({
      url,
      ...request,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  private request(): { type: string; fields: JsonObject; as: Speaker; match?: Match } {
    this.count += 1;
    const leagueId = this.world?.leagueId ?? "league_conformance";
    const manager = new Speaker(this.env, { name: "league_manager", sender: "league_manager" });
    switch (this.role) {
      case "player": {
        const token = Buffer.from(this.random.bytes(16)).toString("hex");
        // Agents may take only so many messages a minute from one sender.
        const name = `referee:REF${100 + this.random.below(900)}`;
        const referee = new Speaker(this.env, { name, sender: name, token });
        const roundId = 1_000 + this.random.below(1_000_000);
        const match = new Match(this.env, referee, {
          id: `R${roundId}M1`,
          leagueId,
          roundId,
          opponent: "P02",
          role: "PLAYER_A",
        });
        return {
          type: "GAME_INVITATION",
          fields: match.invitation(),
          as: referee,
          match,
        };
      }
      case "referee": {
        const matches = [
          {
            match_id: "R1M9",
            game_type: GAME_TYPE,
            player_A_id: "P90",
            player_B_id: "P91",
            referee_endpoint: "http://127.0.0.1:8099/mcp",
          },
        ];
        return {
          type: "ROUND_ANNOUNCEMENT",
          fields: { league_id: leagueId, round_id: this.count, matches },
          as: manager,
        };
      }
      case "manager": {
        const name = `suite-guest-${this.random.below(1_000_000)}`;
        const meta = {
          display_name: name,
          version: "1.0.0",
          game_types: ["no_such_game"],
          contact_endpoint: "http://127.0.0.1:9/mcp",
          protocol_version: "2.0.0",
        };
        const guest = new Speaker(this.env, { name: `player:${name}`, sender: `player:${name}` });
        return { type: "LEAGUE_REGISTER_REQUEST", fields: { player_meta: meta }, as: guest };
      }
    }
  }
}

/** A request that nobody looks after. */
export type Thrown = Partial<RawRequest>;

export interface VolleyOptions {
  atOnce: number;
  /** Whoever has not answered by then is hung up on. */
  timeoutMs: number;
}

export interface LaunchAgentOptions {
  /** How transcripts name it. */
  agentName?: string;
  /** What it is started for. */
  purpose?: string;
  /** Keeps the transcript, where it is not that of the check: for an observation that several checks look at. */
  recorder?: Recorder;
  /** The port that it is told to use; default a free one. */
  port?: number;
  /** Whether to wait for its port and its registration; default yes. */
  wait?: boolean;
  /** For a league manager: how many of each it is told to wait for. */
  players?: number;
  referees?: number;
  /** For a player or a referee: what is done with its registrations; default: they are accepted. */
  policy?: RegistrationPolicy;
}

export interface LaunchedAgent {
  agent: AgentUnderTest;
  /** Around a player or a referee. */
  manager?: ScriptedManager;
  /** Around a referee. */
  matches?: RefereeLeague;
  /** Around a league manager; no agent has registered there. */
  league?: ManagedLeague;
  /** Of a player or a referee. */
  world?: Started;
  stop(): Promise<void>;
}
