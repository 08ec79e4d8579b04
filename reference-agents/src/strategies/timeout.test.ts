import { describe, expect, it } from "vitest";
import { contextWith } from "./context.fixture.js";
import { strategies } from "./named.js";
import { timeoutStrategy } from "./timeout.js";

describe("timeout", () => {
  it("gives no answer until it is aborted, and then only the reason", async () => {
    const giveUp = new AbortController();
    let settled = false;
    const answer = Promise.resolve(timeoutStrategy(contextWith({ signal: giveUp.signal })));
    const watched = answer.finally(() => {
      settled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
    giveUp.abort(new Error("enough"));
    await expect(watched).rejects.toThrow("enough");
  });

  it("runs without the guard that would answer in its place", () => {
    expect(strategies.timeout.guard).toBe(false);
  });
});
