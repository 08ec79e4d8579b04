import { getEventListeners, once } from "node:events";
import { describe, expect, test } from "vitest";
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
