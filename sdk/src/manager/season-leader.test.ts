import { protocol } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
import { MemoryStore } from "./memory-store.js";
import { SeasonLeader } from "./season-leader.js";
import type { Store } from "./store.js";

const { seasonLeaseMs, seasonPollMs, storePatienceMs } = protocol.league;

/** Conductors of one league that has begun; a season lasts as long as it is told to. */
class Hall {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryStore();
  /** What happened, with the time in milliseconds. */
  readonly story: string[] = [];
  over = false;

  get now(): number {
    return this.clock.now() - SIMULATION_START;
  }

  conductor(owner: string, seasonMs: number, store: Store = this.store) {
    const closing = new AbortController();
    const conductor = new SeasonLeader<string>({
      store,
      clock: this.clock,
      signal: closing.signal,
      log: () => {},
      owner,
      onState: async () => {},
      over: async () => (this.over ? "seen" : null),
      conduct: (signal) => this.#conduct(owner, seasonMs, signal),
    });
    return { conductor, end: conductor.run(), close: () => closing.abort(new Error("closed")) };
  }

  #conduct(owner: string, seasonMs: number, signal: AbortSignal): Promise<string> {
    this.story.push(`${this.now} ${owner} conducts`);
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

async function begun(): Promise<Hall> {
  const hall = new Hall();
  await hall.store.begin(() => ({ rounds: [] }));
  return hall;
}

describe("of several conductors", () => {
  it("one conducts as long as the season lasts, and all know of its end", async () => {
    const hall = await begun();
    const all = ["a", "b", "c"].map((owner) => hall.conductor(owner, 10 * seasonLeaseMs).end);
    expect(await hall.clock.run(Promise.all(all))).toEqual(["played", "seen", "seen"]);
    expect(hall.story.filter((line) => line.endsWith("conducts"))).toEqual(["0 a conducts"]);
    expect(hall.now).toBeLessThanOrEqual(10 * seasonLeaseMs + seasonPollMs);
    expect(hall.clock.pending).toBe(0);
  });

  it("another one goes on within a poll when the first one is closed", async () => {
    const hall = await begun();
    const first = hall.conductor("a", 60_000);
    const second = hall.conductor("b", 1_000);
    first.end.catch(() => {});
    await hall.clock.advance(10_500);
    first.close();
    expect(await hall.clock.run(second.end)).toBe("played");
    expect(hall.story).toContain("11000 b conducts");
  });

  it("another one goes on when the first one's lease has run out, and the first one stops", async () => {
    const hall = await begun();
    let stalled = false;
    const unreachable = Object.assign(Object.create(hall.store) as Store, {
      state: () => hall.store.state(),
      lease: (...args: Parameters<Store["lease"]>) =>
        stalled ? new Promise<boolean>(() => {}) : hall.store.lease(...args),
      release: (...args: Parameters<Store["release"]>) => hall.store.release(...args),
    });
    const first = hall.conductor("a", 600_000, unreachable);
    const second = hall.conductor("b", 30_000);
    first.end.catch(() => {});
    await hall.clock.advance(20_000);
    stalled = true;
    expect(await hall.clock.run(second.end)).toBe("played");
    const [, stops = "", takes = ""] = hall.story;
    expect(stops).toMatch(/a stops/);
    expect(takes).toMatch(/b conducts/);
    const [stopped, taken] = [Number.parseInt(stops, 10), Number.parseInt(takes, 10)];
    expect(stopped).toBeLessThanOrEqual(20_000 + seasonLeaseMs);
    expect(taken).toBeGreaterThanOrEqual(stopped);
    expect(taken).toBeLessThanOrEqual(stopped + seasonPollMs);
  });
});

describe("a conductor", () => {
  it("is not shaken by a store that fails for less than its lease", async () => {
    const hall = await begun();
    let failing = false;
    const shaky = Object.assign(Object.create(hall.store) as Store, {
      state: () => hall.store.state(),
      lease: (...args: Parameters<Store["lease"]>) =>
        failing ? Promise.reject(new Error("connection reset")) : hall.store.lease(...args),
      release: (...args: Parameters<Store["release"]>) => hall.store.release(...args),
    });
    const { end } = hall.conductor("a", 30_000, shaky);
    await hall.clock.advance(10_000);
    failing = true;
    await hall.clock.advance(seasonLeaseMs / 2);
    failing = false;
    expect(await hall.clock.run(end)).toBe("played");
    expect(hall.story).toEqual(["0 a conducts", "30000 a stops"]);
  });

  it("waits for the start, and need not wait for a poll when it is told", async () => {
    const hall = new Hall();
    const { conductor, end } = hall.conductor("a", 1_000);
    await hall.clock.advance(10_100);
    expect(hall.story).toEqual([]);
    await hall.store.begin(() => ({ rounds: [] }));
    conductor.wake();
    expect(await hall.clock.run(end)).toBe("played");
    expect(hall.story[0]).toBe("10100 a conducts");
  });

  it("notices by itself that another manager has begun the league", async () => {
    const hall = new Hall();
    const { end } = hall.conductor("a", 1_000);
    await hall.clock.advance(10_100);
    await hall.store.begin(() => ({ rounds: [] }));
    expect(await hall.clock.run(end)).toBe("played");
    expect(hall.story[0]).toBe("11000 a conducts");
  });

  it("tries a season that fails again, for a while", async () => {
    const hall = await begun();
    let failures = 10;
    const shaky = Object.assign(Object.create(hall.store) as Store, {
      state: async () => {
        if (failures-- > 0) throw new Error("connection reset");
        return hall.store.state();
      },
      lease: (...args: Parameters<Store["lease"]>) => hall.store.lease(...args),
      release: (...args: Parameters<Store["release"]>) => hall.store.release(...args),
    });
    const { end } = hall.conductor("a", 1_000, shaky);
    expect(await hall.clock.run(end)).toBe("played");
    expect(hall.story[0]).toBe("10000 a conducts");
  });

  it("ends with the error of a season that fails for too long, and lets others try", async () => {
    const hall = await begun();
    const failing = new SeasonLeader<string>({
      store: hall.store,
      clock: hall.clock,
      signal: new AbortController().signal,
      log: () => {},
      owner: "a",
      onState: async () => {},
      over: async () => null,
      conduct: () => Promise.reject(new Error("disk full")),
    });
    await expect(hall.clock.run(failing.run())).rejects.toThrow("disk full");
    expect(hall.now).toBe(storePatienceMs);
    const { end } = hall.conductor("b", 1_000);
    expect(await hall.clock.run(end)).toBe("played");
    expect(hall.story[0]).toBe(`${storePatienceMs} b conducts`);
  });
});
