/** A league of real agents whose managers share a store, and crash at given operations on it without any clean-up. */
import { protocol } from "@league-v2/contract";
import { expect } from "vitest";
import { createLeagueManager } from "../../src/league/create-league-manager.js";
import type { RunningLeagueManager } from "../../src/manager/league-manager.js";
import type { LeagueEnd } from "../../src/manager/season/events.js";
import { MemoryStore } from "../../src/manager/store/memory-store.js";
import { count, emptyTally, rank } from "../../src/manager/store/standings.js";
import type { Store } from "../../src/manager/store/store.js";
import { seededRandom } from "../../src/platform/seeded-random.js";
import { createPlayer } from "../../src/player/create-player.js";
import { createReferee } from "../../src/referee/create-referee.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/simulated-platform.js";

const league = urlOf(8000);
/** The duration of a manager's restart, in milliseconds. */
const RESTART_MS = 300;

export interface CrashPoint {
  /** The number of the store operation at which a manager crashes, from 1. */
  readonly at: number;
  /** Whether this operation reaches the store; its answer is lost in either case. */
  readonly last: "lost" | "done";
}

export interface CrashingLeagueOptions {
  readonly players: number;
  readonly referees: number;
  /** How many managers are behind one address, which distributes the requests in rotation. */
  readonly managers: number;
  /** One for each manager, in the order of their starts; later managers do not crash. */
  readonly crashes: readonly CrashPoint[];
  readonly seed?: number;
}

interface Manager {
  readonly running: RunningLeagueManager;
  readonly state: { hasCrashed: boolean; operations: number };
}

const never = () => new Promise<never>(() => {});

export class CrashingLeague {
  readonly store = new MemoryStore();
  readonly managers: Manager[] = [];
  /** Announcements that were sent to a member whose acknowledgement was stored. */
  readonly sentAgain: string[] = [];
  readonly #options: CrashingLeagueOptions;
  readonly #platform: SimulatedPlatform;
  readonly #over = Promise.withResolvers<LeagueEnd>();
  #turn = 0;

  constructor(options: CrashingLeagueOptions) {
    this.#options = options;
    this.#platform = new SimulatedPlatform({ seed: options.seed ?? 1 });
  }

  /** Plays to the end; then every pair has played once, and the standings are the sums of the results. */
  async play(): Promise<void> {
    const { players, referees, managers } = this.#options;
    const { clock } = this.#platform;
    for (let count = 0; count < managers; count++) this.#start();
    const agents = [
      ...Array.from({ length: referees }, (_, index) => createReferee({ displayName: `Referee ${index}` })),
      ...Array.from({ length: players }, (_, index) =>
        createPlayer({ displayName: `Player ${index}`, choose: () => (index % 2 === 0 ? "even" : "odd") }),
      ),
    ].map((agent, index) => this.#platform.connect(agent, 8001 + index, league));
    try {
      for (const { registered } of agents) registered.catch(this.#over.reject);
      const end = await clock.run(this.#over.promise, { limitMs: 30 * 60_000 });
      // The other managers read the state within a poll.
      await clock.advance(2 * protocol.league.seasonPollMs);
      await this.#check(end);
    } finally {
      await Promise.all([...agents, ...this.#running].map((one) => one.close()));
    }
  }

  get #running(): RunningLeagueManager[] {
    return this.managers.filter(({ state }) => !state.hasCrashed).map(({ running }) => running);
  }

  async #check({ standings }: LeagueEnd): Promise<void> {
    const { players, referees } = this.#options;
    const matches = (await this.store.schedule()).flatMap((round) => round.matches);
    const pairs = matches.map(({ player_A_id, player_B_id }) => [player_A_id, player_B_id].toSorted().join());
    expect([pairs.length, new Set(pairs).size]).toEqual(Array(2).fill((players * (players - 1)) / 2));
    const results = await Promise.all(matches.map(({ match_id }) => this.store.result(match_id)));
    expect(results).toMatchObject(matches.map(() => ({ referee_id: expect.stringMatching(/^REF/) })));
    const tallies = (await this.store.members("player")).map(({ id, display_name }) =>
      results.reduce(
        (sum, result) => {
          if (result === null || !(id in result.score)) return sum;
          return count(sum, { winner: result.winner, points: new Map(Object.entries(result.score)) });
        },
        emptyTally(id, display_name),
      ),
    );
    expect(standings).toEqual(rank(tallies));
    expect(await this.store.state()).toBe("LEAGUE_COMPLETE");
    expect((await this.store.acknowledged("league-completed")).size).toBe(players + referees);
    for (const { round_id } of await this.store.schedule())
      for (const topic of [`standings-${round_id}`, `round-${round_id}-completed`])
        expect((await this.store.acknowledged(topic)).size, topic).toBe(players);
    expect(this.sentAgain).toEqual([]);
  }

  #start(): void {
    const { crashes, players, referees, seed = 1 } = this.#options;
    const { clock, network } = this.#platform;
    const crash = crashes[this.managers.length];
    const state = { hasCrashed: false, operations: 0 };
    const operate = async (operation: () => Promise<unknown>) => {
      if (state.hasCrashed) return never();
      state.operations += 1;
      if (state.operations === crash?.at) {
        this.#crash(state);
        if (crash.last === "done") await operation();
      }
      const outcome = state.hasCrashed ? never() : await operation();
      return state.hasCrashed ? never() : outcome;
    };
    const running = createLeagueManager({
      players,
      referees,
      store: throughput(this.store, operate),
    }).connect({
      endpoint: league,
      clock,
      random: seededRandom(`${seed}/manager/${this.managers.length}`),
      transport: {
        send: async (request) => {
          if (state.hasCrashed) return never();
          await this.#note(request);
          return network.send(request);
        },
      },
    });
    this.managers.push({ running, state });
    // It may have crashed at its first operation.
    if (!state.hasCrashed && this.#running.length === 1)
      network.attach(league, async (request) => {
        const managers = this.managers.filter((one) => !one.state.hasCrashed);
        const one = managers[this.#turn++ % managers.length];
        const reply = await one?.running.handle(request);
        return reply === undefined || one?.state.hasCrashed ? never() : reply;
      });
    running.ended.then(this.#over.resolve, this.#over.reject);
  }

  #crash(state: Manager["state"]): void {
    state.hasCrashed = true;
    if (this.#running.length > 0) return;
    this.#platform.network.detach(league);
    this.#platform.clock.after(RESTART_MS, () => this.#start());
  }

  async #note({ url, body }: { readonly url: string; readonly body: string }): Promise<void> {
    const { message_type, round_id } = JSON.parse(body).params;
    const topics: Record<string, string> = {
      ROUND_ANNOUNCEMENT: `round-${round_id}`,
      LEAGUE_STANDINGS_UPDATE: `standings-${round_id}`,
      ROUND_COMPLETED: `round-${round_id}-completed`,
      LEAGUE_COMPLETED: "league-completed",
    };
    const topic = topics[message_type];
    if (topic === undefined) return;
    const members = [...(await this.store.members("player")), ...(await this.store.members("referee"))];
    const id = members.find(({ endpoint }) => endpoint === url)?.id ?? "unknown";
    if ((await this.store.acknowledged(topic)).has(id)) this.sentAgain.push(`${topic} to ${id}`);
  }
}

/** The store, each operation of which goes through `operate`. It stays open after its managers. */
function throughput(store: Store, operate: (operation: () => Promise<unknown>) => Promise<unknown>): Store {
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      if (name === "close") return async () => {};
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (name === "onRecorded") return method.bind(target);
      return (...args: unknown[]) => operate(() => method.apply(target, args));
    },
  });
}
