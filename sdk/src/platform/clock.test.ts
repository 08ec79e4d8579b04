import { getEventListeners, once } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { abortable, onAbort } from "./abort.js";
import { DeadlineExpired, deadline, sleep } from "./clock.js";
import { SimulatedClock } from "./simulated-clock.js";

let clock: SimulatedClock;
let controller: AbortController;
let signal: AbortSignal;

beforeEach(() => {
  clock = new SimulatedClock();
  controller = new AbortController();
  ({ signal } = controller);
});

describe("onAbort", () => {
  test("calls every listener once, in order, and at once if the signal is already aborted", () => {
    const calls: string[] = [];
    onAbort(signal, () => calls.push("first"));
    const remove = onAbort(signal, () => calls.push("removed"));
    onAbort(signal, () => calls.push("second"));
    remove();
    remove();
    controller.abort();
    onAbort(signal, () => calls.push("late"));
    expect(calls).toEqual(["first", "second", "late"]);
  });
});

describe("abortable", () => {
  test("rejects with the reason when the signal is aborted, whatever the work's outcome", async () => {
    const outcome = abortable(new Promise(() => {}), signal);
    controller.abort("enough");
    await expect(outcome).rejects.toBe("enough");
    await expect(abortable(Promise.reject(new Error("late")), signal)).rejects.toBe("enough");
  });
});

describe("sleep", () => {
  test("rejects with the signal's reason, before or during it, and leaves no timer", async () => {
    const slept = sleep(clock, 5000, signal);
    controller.abort("enough");
    await expect(slept).rejects.toBe("enough");
    await expect(sleep(clock, 5000, signal)).rejects.toBe("enough");
    expect(clock.pending).toBe(0);
  });
});

test("what has ended leaves no listener and no callback on the signal that it shared", async () => {
  const reasonRead = vi.spyOn(signal, "reason", "get");
  const limit = deadline(clock, 1000, signal);
  const ended = [
    sleep(clock, 1000, signal),
    abortable(Promise.resolve(), signal),
    abortable(Promise.reject(new Error("no")), signal).catch(() => {}),
    once(limit.signal, "abort"),
  ];
  await clock.advance(1000);
  await Promise.all(ended);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  controller.abort();
  expect(reasonRead).not.toHaveBeenCalled();
});

describe("a deadline", () => {
  const stateOf = (limit: ReturnType<typeof deadline>) => [
    limit.signal.aborted,
    limit.expired(),
    clock.pending,
  ];

  test("aborts its signal exactly when its time is over", async () => {
    const [limit, unread] = [deadline(clock, 5000), deadline(clock, 5000)];
    const { signal } = limit;
    await clock.advance(4999);
    expect(stateOf(limit)).toEqual([false, false, 2]);
    await clock.advance(1);
    expect(stateOf(limit)).toEqual([true, true, 0]);
    expect(limit.signal).toBe(signal);
    for (const { reason } of [signal, unread.signal]) expect(reason).toEqual(new DeadlineExpired(5000));
  });

  test("follows its parent without counting as expired, and leaves no timer behind", () => {
    const limit = deadline(clock, 5000, signal);
    controller.abort("closed");
    for (const one of [limit, deadline(clock, 5000, signal)]) {
      expect(stateOf(one)).toEqual([true, false, 0]);
      expect(one.signal.reason).toBe("closed");
    }
  });

  test("is inactive after its cleanup", async () => {
    const limit = deadline(clock, 5000, signal);
    limit.cleanup();
    controller.abort();
    await clock.advance(10_000);
    expect(stateOf(limit)).toEqual([false, false, 0]);
  });

  test("races work against its end, and starts no work after it", async () => {
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
});
