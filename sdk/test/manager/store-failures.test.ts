/** A store that fails at critical operations. */
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/manager/memory-store.js";
import { drawn } from "../peers/member-referee.js";
import { Managed, managed } from "./managed.js";

describe("a store that fails", () => {
  /** Fails at the first calls of one of its methods. */
  function failing(method: "begin" | "record" | "tallies", failures: number): MemoryStore {
    const store = new MemoryStore();
    const works = store[method].bind(store) as (...args: unknown[]) => Promise<never>;
    let left = failures;
    const fails = (...args: unknown[]) =>
      left-- > 0 ? Promise.reject(new Error("disk full")) : works(...args);
    return Object.assign(store, { [method]: fails });
  }

  it("at the start leaves the league open for another start", async () => {
    const platform = new Managed({ store: failing("begin", 1) });
    await platform.enrol(2, 1);
    expect((await platform.start()).error).toMatchObject({ code: -32603, message: "Internal error" });
    expect(await platform.player().register()).toMatchObject({ status: "ACCEPTED" });
    expect((await platform.start()).result).toMatchObject({ total_matches: 3 });
    expect(await platform.end()).toMatchObject({ total_matches: 3 });
  });

  it("at a report answers with an internal error, so that the referee reports again", async () => {
    const platform = await managed(2, 1, { store: failing("record", 1) });
    const [referee] = platform.referees;
    await platform.environment.until(1_000);
    expect(referee?.answers).toMatchObject([{ error: { code: -32603 } }]);
    const order = referee?.of("run_match")[0]?.params ?? {};
    expect(await referee?.send(order, drawn(order))).toMatchObject({ result: { status: "recorded" } });
    expect(await platform.end()).toMatchObject({ total_matches: 1 });
  });

  it("permanently ends the league with its error, and is logged", async () => {
    const platform = await managed(2, 1, { store: failing("tallies", Number.POSITIVE_INFINITY) });
    await expect(platform.end()).rejects.toThrow("disk full");
    const line = { level: "error", message: "the league stopped: disk full" };
    expect(platform.environment.logged).toContainEqual(expect.objectContaining(line));
  });
});
