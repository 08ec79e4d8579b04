import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { realEnvironment } from "../environment/real-environment.js";
import { groupOf, isListenedOnBy, isSeenListening, isYounger } from "./port-owner.js";

const environment = realEnvironment(2);

test.runIf(existsSync("/proc/net/tcp"))("the process that listens on a port is known", async () => {
  const { port, close } = await environment.listen(() => ({ kind: "reply", status: 200, body: "{}" }));
  expect(isListenedOnBy(port, (pid) => pid === process.pid)).toBe(true);
  expect(isListenedOnBy(port, () => false)).toBe(false);
  expect(isSeenListening(process.pid, port)).toBe(true);
  expect(isSeenListening(1, port)).toBe(false);
  await close();
  expect(isSeenListening(process.pid, port)).toBe(false);
  expect(isListenedOnBy(port, () => true)).toBe(undefined);
});

test.runIf(existsSync("/proc/self/stat"))("groups and ages of processes", () => {
  expect(groupOf(process.pid)).toBeGreaterThan(0);
  expect(isYounger(process.pid, 1)).toBe(true);
  expect(isYounger(1, process.pid)).toBe(false);
  expect(isYounger(process.pid, process.pid)).toBe(false);
  expect(groupOf(2 ** 30)).toBe(undefined);
});
