import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "./system-clock.js";

const A_MONTH_MS = 30 * 24 * 60 * 60 * 1000;

describe("systemClock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("returns the time of the machine", () => {
    vi.setSystemTime(1_234_567);
    expect(systemClock.now()).toBe(1_234_567);
  });

  test("never fires early, though a timeout may", () => {
    const run = vi.fn();
    systemClock.after(100, run);
    vi.advanceTimersByTime(100);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(run).toHaveBeenCalledOnce();
  });

  test("waits longer than the maximum of one timeout", () => {
    const run = vi.fn();
    systemClock.after(A_MONTH_MS, run);
    vi.advanceTimersByTime(A_MONTH_MS);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5);
    expect(run).toHaveBeenCalledOnce();
  });

  test("never fires a timer of Infinity", () => {
    systemClock.after(Number.POSITIVE_INFINITY, () => {});
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not fire a timer that is cancelled in its last turn", () => {
    const run = vi.fn();
    const waiting = systemClock.after(100, run);
    const due = systemClock.after(10, run);
    vi.advanceTimersToNextTimer(); // The timeout of `due` has fired; its turn of the event loop has not started.
    waiting.cancel();
    due.cancel();
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("arrived input is read before the system clock fires a deadline that passed while the program was busy", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await once(server, "connection")) as [Socket];
  const seen: string[] = [];
  client.on("data", () => seen.push("input"));

  await new Promise<void>((resolve) => {
    systemClock.after(5, () => resolve(void seen.push("deadline")));
    peer.write("in time");
    const busyUntil = performance.now() + 30;
    while (performance.now() < busyUntil);
  });

  expect(seen).toEqual(["input", "deadline"]);
  client.destroy();
  server.close();
});
