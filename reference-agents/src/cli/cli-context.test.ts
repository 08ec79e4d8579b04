import { describe, expect, it } from "vitest";
import { fakeWorld } from "./cli-context.fixture.js";
import { stoppedBefore } from "./cli-context.js";

const never = new Promise<never>(() => {});

describe("stopped before the work is done", () => {
  it("is true when the process is stopped, then or earlier", async () => {
    const world = fakeWorld();
    const stopped = stoppedBefore(never, world.stop);
    world.stopBy("SIGINT");
    expect(await stopped).toBe(true);
    expect(await stoppedBefore(Promise.resolve(), world.stop)).toBe(true);
  });

  it("is false when the work is done", async () => {
    expect(await stoppedBefore(Promise.resolve(), fakeWorld().stop)).toBe(false);
  });

  it("hands on why the work failed, unless the end was asked for", async () => {
    const world = fakeWorld();
    await expect(stoppedBefore(Promise.reject(new Error("broken")), world.stop)).rejects.toThrow("broken");
    world.stopBy("SIGTERM");
    expect(await stoppedBefore(Promise.reject(new Error("closed")), world.stop)).toBe(true);
  });
});
