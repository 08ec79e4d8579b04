import { beforeEach, describe, expect, it } from "vitest";
import type { LogEntry } from "../../platform/log.js";
import { SIMULATION_START, SimulatedClock } from "../../platform/simulated-clock.js";
import { LocalQueue } from "./match-queue.js";

describe("a local queue", () => {
  let clock: SimulatedClock;
  let closing: AbortController;
  let logged: LogEntry[];
  let queue: LocalQueue;

  beforeEach(() => {
    clock = new SimulatedClock();
    closing = new AbortController();
    logged = [];
    queue = new LocalQueue({ clock, signal: closing.signal, log: (entry) => void logged.push(entry) });
  });

  it("plays added matches at once, and ignores matches that are already running", async () => {
    const played: string[] = [];
    let end: () => void = () => {};
    queue.serve((match_id) => {
      played.push(match_id);
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    await queue.put(["R1M1", "R1M2"]);
    await queue.put(["R1M2", "R1M3"]);
    expect(played).toEqual(["R1M1", "R1M2", "R1M3"]);
    end();
    await clock.advance(0);
    await queue.put(["R1M1", "R1M3"]);
    expect(played).toEqual(["R1M1", "R1M2", "R1M3", "R1M3"]);
  });

  it("retries a failed match after a pause, but not after its manager was closed", async () => {
    const times: number[] = [];
    const end = queue.serve(async () => {
      times.push(clock.now() - SIMULATION_START);
      throw new Error("disk full");
    });
    await queue.put(["R1M1"]);
    await clock.advance(5_000);
    expect(times).toEqual([0, 2_000, 4_000]);
    expect(logged).toHaveLength(3);
    closing.abort();
    await end();
    await clock.advance(60_000);
    expect([times.length, clock.pending]).toEqual([3, 0]);
  });
});
