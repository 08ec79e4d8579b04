import { describe, expect, it } from "vitest";
import { Drain } from "./drain.js";

function watched(drain: Drain): { over: boolean } {
  const seen = { over: false };
  void drain.begin().then(() => {
    seen.over = true;
  });
  return seen;
}

describe("an agent that drains", () => {
  it("accepts new work before the drain, and refuses it with E008 after that", () => {
    const drain = new Drain(() => false);
    expect(() => drain.assertAccepting()).not.toThrow();
    void drain.begin();
    expect(() => drain.assertAccepting()).toThrow(expect.objectContaining({ code: "E008" }));
  });

  it("resolves at once if no work is running", async () => {
    await new Drain(() => true).begin();
  });

  it("resolves when the last work is over, and not before", async () => {
    let open = 2;
    const drain = new Drain(() => open === 0);
    drain.check();
    const seen = watched(drain);
    for (const expected of [false, true]) {
      open -= 1;
      drain.check();
      await Promise.resolve();
      expect(seen.over).toBe(expected);
    }
    await drain.begin();
  });
});
