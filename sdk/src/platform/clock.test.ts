import { describe, expect, test, vi } from "vitest";
import { DeadlineExpired, deadline, sleep } from "./clock.js";
import { SimulatedClock } from "./simulated-clock.js";

describe("sleep", () => {
  test("ends after its time, not before", async () => {
    const clock = new SimulatedClock();
    const woken = vi.fn();
    const slept = sleep(clock, 5000).then(woken);
    await clock.advance(4999);
    expect(woken).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(woken).toHaveBeenCalledOnce();
    await slept;
  });

  test("rejects with the signal's reason and leaves no timer behind", async () => {
    const clock = new SimulatedClock();
    const controller = new AbortController();
    const slept = sleep(clock, 5000, controller.signal);
    controller.abort("enough");
    await expect(slept).rejects.toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("rejects without a timer if its signal is already aborted", async () => {
    const clock = new SimulatedClock();
    await expect(sleep(clock, 5000, AbortSignal.abort("before"))).rejects.toBe("before");
    expect(clock.pending).toBe(0);
  });

  test("removes its callback from the signal at its end", async () => {
    const clock = new SimulatedClock();
    const controller = new AbortController();
    const reasonRead = vi.spyOn(controller.signal, "reason", "get");
    await clock.run(sleep(clock, 10, controller.signal));
    controller.abort();
    expect(reasonRead).not.toHaveBeenCalled();
  });
});

describe("deadline", () => {
  test("aborts its signal exactly when its time is over", async () => {
    const clock = new SimulatedClock();
    const limit = deadline(clock, 5000);
    await clock.advance(4999);
    expect([limit.signal.aborted, limit.expired()]).toEqual([false, false]);
    await clock.advance(1);
    expect([limit.signal.aborted, limit.expired()]).toEqual([true, true]);
    expect(limit.signal.reason).toEqual(new DeadlineExpired(5000));
  });

  test("follows its parent without counting as expired, and leaves no timer behind", () => {
    const clock = new SimulatedClock();
    const parent = new AbortController();
    const limit = deadline(clock, 5000, parent.signal);
    parent.abort("closed");
    expect([limit.signal.reason, limit.expired(), clock.pending]).toEqual(["closed", false, 0]);
  });

  test("is aborted from the start by an aborted parent", () => {
    const clock = new SimulatedClock();
    const limit = deadline(clock, 5000, AbortSignal.abort("closed"));
    expect([limit.signal.reason, limit.expired(), clock.pending]).toEqual(["closed", false, 0]);
  });

  test("is inactive after its cleanup", async () => {
    const clock = new SimulatedClock();
    const parent = new AbortController();
    const limit = deadline(clock, 5000, parent.signal);
    limit.cleanup();
    parent.abort();
    await clock.advance(10_000);
    expect([limit.signal.aborted, limit.expired(), clock.pending]).toEqual([false, false, 0]);
  });

  test("of Infinity never expires", async () => {
    const clock = new SimulatedClock();
    const limit = deadline(clock, Number.POSITIVE_INFINITY);
    await clock.advance(10 ** 9);
    expect(limit.expired()).toBe(false);
  });

  test("races work against its end, and starts no work after it", async () => {
    const clock = new SimulatedClock();
    const limit = deadline(clock, 5000);
    await expect(limit.race(async () => 7)).resolves.toBe(7);
    await expect(limit.race(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const raced = limit.race(() => new Promise(() => {}));
    raced.catch(() => {});
    await clock.advance(5000);
    await expect(raced).rejects.toEqual(new DeadlineExpired(5000));
    const late = vi.fn(async () => 7);
    await expect(limit.race(late)).rejects.toEqual(new DeadlineExpired(5000));
    expect(late).not.toHaveBeenCalled();
  });

  test("gives the same signal before and after its end", async () => {
    const clock = new SimulatedClock();
    const [early, late] = [deadline(clock, 10), deadline(clock, 10)];
    const { signal } = early;
    await clock.advance(10);
    expect([signal.aborted, early.signal === signal, late.signal.aborted]).toEqual([true, true, true]);
    expect(late.signal.reason).toEqual(new DeadlineExpired(10));
  });
});
