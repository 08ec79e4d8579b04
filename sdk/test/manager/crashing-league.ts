/** A league of real agents whose managers crash at set operations; the last one is restarted on the same store. */
import { protocol } from "@league-v2/contract";
import { expect } from "vitest";
import type { RunningAgent } from "../../src/agent/core/agent.js";
import type { LeagueEnd } from "../../src/manager/events.js";
import type { LeagueManagerOptions } from "../../src/manager/league-manager.js";
import type { MatchQueue } from "../../src/manager/match-queue.js";
import { MemoryStore } from "../../src/manager/memory-store.js";
import { count, emptyTally, rank } from "../../src/manager/standings.js";
import { seededRandom } from "../../src/platform/seeded-random.js";
import type { IncomingReply, OutgoingRequest, Transport } from "../../src/platform/transport.js";
import { createPlayer } from "../../src/player/create-player.js";
import { createReferee } from "../../src/referee/create-referee.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { CrashingManager, type CrashPoint } from "./crashing-manager.js";
import { SharedQueue } from "./shared-queue.js";

/** The address of the managers. */
const league = urlOf(8000);
/** The time limit of a league, in simulated milliseconds. */
const LIMIT_MS = 30 * 60_000;
/** The duration of a manager's restart, in milliseconds. */
const RESTART_MS = 300;

export interface CrashingLeagueOptions {
  readonly players: number;
  readonly referees: number;
  /** One for each manager, in the order of their starts; later managers do not crash. */
  readonly crashes: readonly CrashPoint[];
  /** The number of managers behind one address that distributes requests to them. Default 1. */
  readonly managers?: number;
  readonly manager?: LeagueManagerOptions;
  /** Whether the managers share one queue of matches. */
  readonly sharedQueue?: boolean;
  readonly seed?: number;
}

export class CrashingLeague {
  readonly platform: SimulatedPlatform;
  readonly store = new MemoryStore();
  readonly managers: CrashingManager[] = [];
  readonly agents: RunningAgent[] = [];
  /** Messages that were sent although the store had their acknowledgement. */
  readonly sentAgain: string[] = [];
  /** The maximum number of concurrent matches of a referee. */
  mostAtOnce = 0;
  readonly #jobs: SharedQueue;
  readonly #given = new Map<string, Set<string>>();
  #turn = 0;
  readonly #options: CrashingLeagueOptions;
  #end: (end: LeagueEnd) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  readonly #over = new Promise<LeagueEnd>((resolve, reject) => {
    this.#end = resolve;
    this.#fail = reject;
  });

  constructor(options: CrashingLeagueOptions) {
    this.#options = options;
    this.platform = new SimulatedPlatform({ seed: options.seed ?? 1 });
    this.#jobs = new SharedQueue(this.platform.clock);
    this.store.onRecorded((match_id) => {
      for (const matches of this.#given.values()) matches.delete(match_id);
    });
  }

  /** Plays to the end and shuts all agents down; resolves when the last manager reports the end of the league. */
  async play(): Promise<LeagueEnd> {
    const { players, referees, managers = 1 } = this.#options;
    for (let count = 0; count < managers; count++) this.#startManager();
    for (let index = 0; index < referees; index++) {
      this.agents.push(
        this.platform.connect(createReferee({ displayName: `Referee ${index + 1}` }), 8001 + index, league),
      );
    }
    for (let index = 0; index < players; index++) {
      const choose = () => (index % 2 === 0 ? "even" : "odd");
      const player = createPlayer({ displayName: `Player ${index + 1}`, choose });
      this.agents.push(this.platform.connect(player, 8101 + index, league));
    }
    try {
      for (const { registered } of this.agents) registered.catch(this.#fail);
      const end = await this.platform.clock.run(this.#over, { limitMs: LIMIT_MS });
      // The other managers read the state within a poll.
      await this.platform.clock.advance(2 * protocol.league.seasonPollMs);
      return end;
    } finally {
      await Promise.all(this.agents.map((agent) => agent.close()));
      await Promise.all(this.runningManagers.map(({ running }) => running.close()));
    }
  }

  /** Throws unless every pair has played once, and the standings are the sums of the reports. */
  async check(end: LeagueEnd): Promise<void> {
    const { players, referees } = this.#options;
    const rounds = await this.store.schedule();
    const matches = rounds.flatMap((round) => round.matches);
    const pairs = matches.map(({ player_A_id, player_B_id }) => [player_A_id, player_B_id].toSorted().join());
    expect(new Set(pairs).size).toBe((players * (players - 1)) / 2);
    expect(pairs).toHaveLength((players * (players - 1)) / 2);
    const results = await Promise.all(matches.map(({ match_id }) => this.store.result(match_id)));
    const tallies = (await this.store.members("player")).map(({ id, display_name }) =>
      results.reduce(
        (sum, result) => {
          expect(result?.referee_id).toMatch(/^REF/);
          if (result === null || !(id in result.score)) return sum;
          return count(sum, { winner: result.winner, points: new Map(Object.entries(result.score)) });
        },
        emptyTally(id, display_name),
      ),
    );
    expect(end.standings).toEqual(rank(tallies));
    for (const { played } of end.standings) expect(played).toBe(players - 1);
    expect(await this.store.state()).toBe("LEAGUE_COMPLETE");
    expect((await this.store.acknowledged("league-completed")).size).toBe(players + referees);
    for (const { round_id } of rounds) {
      for (const topic of [`standings-${round_id}`, `round-${round_id}-completed`]) {
        expect((await this.store.acknowledged(topic)).size, topic).toBe(players);
      }
    }
    expect(this.mostAtOnce).toBeLessThanOrEqual(2);
    expect(this.sentAgain).toEqual([]);
  }

  #startManager(): void {
    const { crashes, players, referees, seed = 1, manager } = this.#options;
    const turn = this.managers.length;
    const { clock, network } = this.platform;
    const random = seededRandom(`${seed}/manager/${turn}`);
    const agentContext = { endpoint: league, clock, random, transport: this.#watched(network) };
    const crash = crashes[turn] ?? { at: Number.POSITIVE_INFINITY, last: "lost" };
    const options = { players, referees, ...manager, ...this.#queueFor(turn) };
    const one = new CrashingManager(this.store, options, agentContext, crash, () => {
      if (this.runningManagers.length > 0) return;
      network.detach(league);
      clock.after(RESTART_MS, () => this.#startManager());
    });
    this.managers.push(one);
    // It may have crashed at its first operation.
    if (!one.hasCrashed && this.runningManagers.length === 1)
      network.attach(league, (request) => this.#next().handle(request));
    one.running.ended.then(this.#end, this.#fail);
  }

  #queueFor(turn: number): { readonly queue?: MatchQueue } {
    if (this.#options.sharedQueue !== true) return {};
    return { queue: this.#jobs.of(() => this.managers[turn]?.hasCrashed !== true) };
  }

  get runningManagers(): CrashingManager[] {
    return this.managers.filter(({ hasCrashed }) => !hasCrashed);
  }

  /** Requests are distributed to the managers in rotation. */
  #next(): CrashingManager {
    const managers = this.runningManagers;
    const one = managers[this.#turn++ % managers.length];
    if (one === undefined) throw new Error("no manager is running");
    return one;
  }

  /** Called with every message of a manager before it is sent. */
  #watched(network: Transport): Transport {
    return {
      send: async (request: OutgoingRequest): Promise<IncomingReply> => {
        const reply = network.send(request);
        const { params } = JSON.parse(request.body);
        if (params.message_type === "RUN_MATCH") this.#give(request.url, params.match_id);
        const topic = topicOf(params);
        if (topic !== null) {
          const members = [...(await this.store.members("player")), ...(await this.store.members("referee"))];
          const id = members.find(({ endpoint }) => endpoint === request.url)?.id ?? "unknown";
          const known = await this.store.acknowledged(topic);
          if (known.has(id)) this.sentAgain.push(`${topic} to ${id}`);
        }
        return reply;
      },
    };
  }

  #give(referee: string, match_id: string): void {
    const matches = this.#given.get(referee) ?? new Set();
    this.#given.set(referee, matches.add(match_id));
    this.mostAtOnce = Math.max(this.mostAtOnce, matches.size);
  }
}

/** The store's key for an announcement. */
function topicOf({ message_type, round_id }: { message_type: string; round_id: number }): string | null {
  switch (message_type) {
    case "ROUND_ANNOUNCEMENT":
      return `round-${round_id}`;
    case "LEAGUE_STANDINGS_UPDATE":
      return `standings-${round_id}`;
    case "ROUND_COMPLETED":
      return `round-${round_id}-completed`;
    case "LEAGUE_COMPLETED":
      return "league-completed";
    default:
      return null;
  }
}
