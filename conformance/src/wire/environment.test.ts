import { expect, test } from "vitest";
import { seededRandom } from "../sdk.js";
import { claimRange, freshPorts, PORTS, realEnvironment } from "./environment.js";
import type { Script } from "./types.js";

const silent: Script = () => ({ kind: "never" });
const last = PORTS.first + PORTS.count;

test("a port is not reused for a long time, and no ephemeral port is returned", () => {
  const next = freshPorts(seededRandom(1), PORTS);
  const ports = Array.from({ length: PORTS.count / 2 }, next);
  expect(new Set(ports).size).toBe(ports.length);
  expect(ports.every((port) => port >= PORTS.first && port < last)).toBe(true);
  expect(next()).toBeGreaterThanOrEqual(PORTS.first);
});

test("a peer listens on a free port, even if another program has taken the port chosen for it", async () => {
  const environment = realEnvironment(7);
  const same = realEnvironment(7);
  const others = await Promise.all(Array.from({ length: 3 }, () => environment.listen(silent)));
  const own = await Promise.all(Array.from({ length: 3 }, () => same.listen(silent)));
  const ports = [...others, ...own].map(({ port }) => port);
  expect(new Set(ports).size).toBe(6);
  expect(ports.every((port) => port < last)).toBe(true);
  await Promise.all([...others, ...own].map((one) => one.close()));
});

test("concurrent claims get different ranges", async () => {
  const claimed = await Promise.all(Array.from({ length: 3 }, () => claimRange(seededRandom(9))));
  const firsts = claimed.map(({ first }) => first);
  expect(new Set(firsts).size).toBe(3);
  for (const { first, count } of claimed) {
    expect(first).toBeGreaterThanOrEqual(PORTS.first);
    expect(first + count).toBeLessThanOrEqual(last);
    expect(firsts.filter((other) => other > first && other < first + count)).toEqual([]);
  }
});

test("a requested port is used, and an error reports that it is taken", async () => {
  const environment = realEnvironment(8);
  const port = await environment.freePort();
  const listener = await environment.listen(silent, { port });
  expect(listener.port).toBe(port);
  await expect(environment.listen(silent, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await listener.close();
});
