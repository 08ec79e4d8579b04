import { getEventListeners, once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { abortable, onAbort } from "./abort.js";
import { deadline, sleep } from "./clock.js";
import { SimulatedClock } from "./simulated-clock.js";

describe("onAbort", () => {
  test("calls every listener once, in order, and at once if the signal is already aborted", () => {
    const controller = new AbortController();
    const calls: string[] = [];
    onAbort(controller.signal, () => calls.push("first"));
    onAbort(controller.signal, () => calls.push("second"));
    controller.abort();
    onAbort(controller.signal, () => calls.push("late"));
    expect(calls).toEqual(["first", "second", "late"]);
  });

  test("does not call a listener that was removed before or during the calls", () => {
    const controller = new AbortController();
    const calls: string[] = [];
    const stopWatching = onAbort(controller.signal, () => calls.push("gone"));
    onAbort(controller.signal, () => calls.push("there"));
    stopWatching();
    stopWatching();
    controller.abort();
    expect(calls).toEqual(["there"]);
  });
});

test("calls that have ended leave no listener on the signal that they shared", async () => {
  const clock = new SimulatedClock();
  const { signal } = new AbortController();
  const limit = deadline(clock, 1000, signal);
  const ended = [
    sleep(clock, 1000, signal),
    abortable(Promise.resolve(), signal),
    once(limit.signal, "abort"),
  ];
  await clock.advance(1000);
  await Promise.all(ended);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("abortable settles as the work does", async () => {
  const { signal } = new AbortController();
  await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
  await expect(abortable(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
});

test("abortable rejects with the reason when the signal is aborted, whatever the work's outcome", async () => {
  const controller = new AbortController();
  const outcome = abortable(new Promise(() => {}), controller.signal);
  controller.abort("enough");
  await expect(outcome).rejects.toBe("enough");
  await expect(abortable(Promise.reject(new Error("late")), controller.signal)).rejects.toBe("enough");
});

test("abortable leaves no callback on the signal", async () => {
  const controller = new AbortController();
  const reasonRead = vi.spyOn(controller.signal, "reason", "get");
  await abortable(Promise.resolve(1), controller.signal);
  await abortable(Promise.reject(new Error("no")), controller.signal).catch(() => {});
  controller.abort();
  expect(reasonRead).not.toHaveBeenCalled();
});
