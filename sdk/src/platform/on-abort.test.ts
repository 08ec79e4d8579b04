import { getEventListeners, once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { abortable } from "./abortable.js";
import { deadline, sleep } from "./clock.js";
import { onAbort } from "./on-abort.js";
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

  test("adds one listener for any number of callbacks, also after all of them were removed", () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const calls: string[] = [];
    const ends = Array.from({ length: 50 }, () => onAbort(controller.signal, () => calls.push("gone")));
    for (const end of ends) end();
    onAbort(controller.signal, () => calls.push("there"));
    expect(added.mock.calls.length).toBe(1);
    controller.abort();
    expect(calls).toEqual(["there"]);
  });
});

test("50 calls that share a signal add one listener to it, so that no platform warns of a leak", async () => {
  const clock = new SimulatedClock();
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = Array.from({ length: 50 }, () => [
    sleep(clock, 1000, signal).catch(() => {}),
    abortable(new Promise(() => {}), signal).catch(() => {}),
    once(deadline(clock, 1000, signal).signal, "abort"),
  ]).flat();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  await Promise.all(waiting);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
