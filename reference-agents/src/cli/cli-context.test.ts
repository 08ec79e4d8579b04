import { describe, expect, it } from "vitest";
import { testCliContext } from "./cli-context.fixture.js";
import { stoppedBefore } from "./cli-context.js";

const never = new Promise<never>(() => {});

describe("stoppedBefore", () => {
  it("returns true when the process is stopped before or during the work", async () => {
    const context = testCliContext();
    const stopped = stoppedBefore(never, context.stop);
    context.stopBy("SIGINT");
    expect(await stopped).toBe(true);
    expect(await stoppedBefore(Promise.resolve(), context.stop)).toBe(true);
  });

  it("returns false when the work is done", async () => {
    expect(await stoppedBefore(Promise.resolve(), testCliContext().stop)).toBe(false);
  });

  it("rejects with the error of the work, unless a stop was requested", async () => {
    const context = testCliContext();
    await expect(stoppedBefore(Promise.reject(new Error("broken")), context.stop)).rejects.toThrow("broken");
    context.stopBy("SIGTERM");
    expect(await stoppedBefore(Promise.reject(new Error("closed")), context.stop)).toBe(true);
  });
});
