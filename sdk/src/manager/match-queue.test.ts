import { describe, expect, it } from "vitest";
import type { LogEntry } from "../platform/log.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { LocalQueue } from "./match-queue.js";

function queue() {
  const clock = new SimulatedClock();
  const closing = new AbortController();
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => void logged.push(entry);
  return { clock, closing, logged, queue: new LocalQueue({ clock, signal: closing.signal, log }) };
}

describe("LocalQueue", () => {
  it("plays added matches at once, and ignores matches that are already running", async () => {
    const { clock, queue: matches } = queue();
    const played: string[] = [];
    let end: () => void = () => {};
    matches.serve((match_id) => {
      played.push(match_id);
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    await matches.put(["R1M1", "R1M2"]);
    await matches.put(["R1M2", "R1M3"]);
    expect(played).toEqual(["R1M1", "R1M2", "R1M3"]);
    end();
    await clock.advance(0);
    await matches.put(["R1M1", "R1M3"]);
    expect(played).toEqual(["R1M1", "R1M2", "R1M3", "R1M3"]);
  });

  it("retries a failed match after a pause", async () => {
    const { clock, queue: matches, logged } = queue();
    const times: number[] = [];
    matches.serve(async () => {
      times.push(clock.now());
      if (times.length < 3) throw new Error("disk full");
    });
    await matches.put(["R1M1"]);
    await clock.advance(60_000);
    const [first = 0] = times;
    expect(times.map((time) => time - first)).toEqual([0, 2_000, 4_000]);
    expect(logged).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  it("does not retry matches that fail after its manager was closed", async () => {
    const { clock, queue: matches, closing } = queue();
    let calls = 0;
    const end = matches.serve(() => {
      calls += 1;
      return new Promise((_, reject) => closing.signal.addEventListener("abort", () => reject(new Error())));
    });
    await matches.put(["R1M1"]);
    closing.abort();
    await end();
    await clock.advance(60_000);
    expect(calls).toBe(1);
    expect(clock.pending).toBe(0);
  });
});
