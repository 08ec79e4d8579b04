import { protocol } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { sleep } from "../../platform/clock.js";
import { SIMULATION_START, SimulatedClock } from "../../platform/simulated-clock.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { SeasonLeader } from "./season-leader.js";

const { seasonLeaseMs, seasonPollMs, storeRetryBudgetMs } = protocol.league;

/** Leaders of one started league; the test sets the duration of a season. */
class Managers {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryStore();
  /** The events, with the time in milliseconds. */
  readonly story: string[] = [];
  over = false;

  get now(): number {
    return this.clock.now() - SIMULATION_START;
  }

  leader(owner: string, seasonMs: number, store: Store = this.store) {
    const closing = new AbortController();
    const leader = new SeasonLeader<string>({
      store,
      clock: this.clock,
      signal: closing.signal,
      log: () => {},
      owner,
      onState: async () => {},
      over: async () => (this.over ? "seen" : null),
      runSeason: (signal) => this.#runSeason(owner, seasonMs, signal),
    });
    return { leader, end: leader.run(), close: () => closing.abort(new Error("closed")) };
  }

  /** The store with these methods in place of its own. */
  storeWith(methods: Partial<Store>): Store {
    const own = {
      state: () => this.store.state(),
      lease: (...args: Parameters<Store["lease"]>) => this.store.lease(...args),
      release: (...args: Parameters<Store["release"]>) => this.store.release(...args),
    };
    return { ...own, ...methods } as Store;
  }

  #runSeason(owner: string, seasonMs: number, signal: AbortSignal): Promise<string> {
    this.story.push(`${this.now} ${owner} leads`);
    return new Promise((resolve, reject) => {
      this.clock.after(seasonMs, async () => {
        if (signal.aborted) return;
        this.over = true;
        await this.store.moveTo("LEAGUE_COMPLETE");
        resolve("played");
      });
      signal.addEventListener("abort", () => {
        this.story.push(`${this.now} ${owner} stops`);
        reject(signal.reason);
      });
    });
  }
}

async function begun(): Promise<Managers> {
  const managers = new Managers();
  await managers.store.begin(() => ({ rounds: [] }));
  return managers;
}

describe("of several leaders", () => {
  it("one leads until the end of the season, and all resolve with its end", async () => {
    const managers = await begun();
    const all = ["a", "b", "c"].map((owner) => managers.leader(owner, 10 * seasonLeaseMs).end);
    expect(await managers.clock.run(Promise.all(all))).toEqual(["played", "seen", "seen"]);
    expect(managers.story.filter((line) => line.endsWith("leads"))).toEqual(["0 a leads"]);
    expect(managers.now).toBeLessThanOrEqual(10 * seasonLeaseMs + seasonPollMs);
    expect(managers.clock.pending).toBe(0);
  });

  it.each([
    ["after 20 s", 20_000, 0],
    ["before the first renewal", 500, 0],
    ["after a first answer that took 3 s", 500, 3_000],
  ])("a leader whose store stalls %s stops, and another one leads", async (_when, stallsAt, answerMs) => {
    const managers = await begun();
    let stalled = false;
    const unreachable = managers.storeWith({
      lease: async (...args) => {
        if (stalled) return new Promise<boolean>(() => {});
        const held = await managers.store.lease(...args);
        await sleep(managers.clock, answerMs);
        return held;
      },
    });
    const first = managers.leader("a", 600_000, unreachable);
    const second = managers.leader("b", 30_000);
    first.end.catch(() => {});
    await managers.clock.advance(stallsAt);
    stalled = true;
    expect(await managers.clock.run(second.end)).toBe("played");
    const [, stops = "", takes = ""] = managers.story;
    expect(stops).toMatch(/a stops/);
    expect(takes).toMatch(/b leads/);
    const [stopped, taken] = [Number.parseInt(stops, 10), Number.parseInt(takes, 10)];
    expect(stopped).toBeLessThanOrEqual(stallsAt + seasonLeaseMs);
    expect(taken).toBeGreaterThanOrEqual(stopped);
    expect(taken).toBeLessThanOrEqual(stopped + seasonPollMs);
  });
});

describe("a leader", () => {
  it("stops at the next renewal if another one has its lease, as after a power failure", async () => {
    const managers = await begun();
    managers.leader("a", 600_000).end.catch(() => {});
    await managers.clock.advance(500);
    await managers.store.release("season", "a");
    const now = managers.clock.now();
    await managers.store.lease("season", "b", { now, until: now + seasonLeaseMs });
    await managers.clock.advance(seasonPollMs);
    expect(managers.story).toEqual(["0 a leads", "1000 a stops"]);
  });

  it("continues if the store fails for less than its lease", async () => {
    const managers = await begun();
    let failing = false;
    const shaky = managers.storeWith({
      lease: (...args) =>
        failing ? Promise.reject(new Error("connection reset")) : managers.store.lease(...args),
    });
    const { end } = managers.leader("a", 30_000, shaky);
    await managers.clock.advance(10_000);
    failing = true;
    await managers.clock.advance(seasonLeaseMs / 2);
    failing = false;
    expect(await managers.clock.run(end)).toBe("played");
    expect(managers.story).toEqual(["0 a leads", "30000 a stops"]);
  });

  it("begins within a poll when another manager has started the league", async () => {
    const managers = new Managers();
    const { end } = managers.leader("a", 1_000);
    await managers.clock.advance(10_100);
    expect(managers.story).toEqual([]);
    await managers.store.begin(() => ({ rounds: [] }));
    expect(await managers.clock.run(end)).toBe("played");
    expect(managers.story[0]).toBe("11000 a leads");
  });

  it("retries a failed season within its budget", async () => {
    const managers = await begun();
    let failures = 10;
    const shaky = managers.storeWith({
      state: async () => {
        if (failures-- > 0) throw new Error("connection reset");
        return managers.store.state();
      },
    });
    const { end } = managers.leader("a", 1_000, shaky);
    expect(await managers.clock.run(end)).toBe("played");
    expect(managers.story[0]).toBe("10000 a leads");
  });

  it("rejects with the error of a season that fails for too long, and releases its lease", async () => {
    const managers = await begun();
    const failing = new SeasonLeader<string>({
      store: managers.store,
      clock: managers.clock,
      signal: new AbortController().signal,
      log: () => {},
      owner: "a",
      onState: async () => {},
      over: async () => null,
      runSeason: () => Promise.reject(new Error("disk full")),
    });
    await expect(managers.clock.run(failing.run())).rejects.toThrow("disk full");
    expect(managers.now).toBe(storeRetryBudgetMs);
    const { end } = managers.leader("b", 1_000);
    expect(await managers.clock.run(end)).toBe("played");
    expect(managers.story[0]).toBe(`${storeRetryBudgetMs} b leads`);
  });
});
