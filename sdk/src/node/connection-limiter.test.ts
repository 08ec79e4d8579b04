import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { answered, call, serve } from "../../test/node-servers.js";
import { rawConnection, rawPost } from "../../test/raw-connection.js";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { addressKey } from "./connection-limiter.js";
import type { ConnectionLimits } from "./connection-limits.js";

function limited(limits: ConnectionLimits, clock = new SimulatedClock()) {
  return serve(exampleHandler(), { limits: { ...exampleLimits, ...limits }, clock });
}

describe("too many requests", () => {
  test("are answered with 429 and the time to wait, and admitted again after it", async () => {
    const clock = new SimulatedClock();
    const limits = { requestsPerSecond: 0.5, requestBurst: 2, limitLoopback: true };
    const { port } = await limited(limits, clock);
    const eager = await rawConnection(port);
    for (const id of [1, 2]) {
      eager.send(rawPost(call(id)));
      await eager.received(answered(id));
    }
    eager.send(rawPost(call(3)));
    const text = await eager.received("too many requests");
    expect(text).toMatch(/HTTP\/1\.1 429 /);
    expect(text).toMatch(/retry-after: 2\r\n/i);
    expect(text).not.toContain(answered(3));

    await clock.advance(2000);
    const patient = await rawConnection(port);
    patient.send(rawPost(call(4)));
    await patient.received(answered(4));
    for (const { socket } of [eager, patient]) socket.destroy();
  });

  test("from this machine are counted only if configured", async () => {
    const { port } = await limited({ requestsPerSecond: 0.001, requestBurst: 1 });
    const local = await rawConnection(port);
    for (const id of [1, 2, 3]) {
      local.send(rawPost(call(id)));
      await local.received(answered(id));
    }
    local.socket.destroy();
  });
});

describe("too many connections", () => {
  test.each<[string, ConnectionLimits]>([
    ["from one address", { connectionsPerAddress: 2, limitLoopback: true }],
    ["in all", { connections: 2 }],
  ])("%s are closed; earlier ones are served, and a closed one frees its place", async (_where, limits) => {
    const { port } = await limited(limits);
    const first = await rawConnection(port);
    const second = await rawConnection(port);
    for (const [index, one] of [first, second].entries()) {
      one.send(rawPost(call(index)));
      await one.received(answered(index));
    }
    const third = connect(port, "127.0.0.1").on("error", () => {});
    await once(third, "close");

    first.socket.end();
    await first.closed();
    const fourth = await rawConnection(port);
    fourth.send(rawPost(call(4)));
    await fourth.received(answered(4));
    for (const { socket } of [second, fourth]) socket.destroy();
  });
});

test("a head longer than the limit is answered with 431", async () => {
  const { port } = await serve(exampleHandler(), { limits: { ...exampleLimits, headerBytes: 2048 } });
  const connection = await rawConnection(port);
  connection.send(rawPost("{}", ["content-length: 2", `x-pad: ${"x".repeat(3000)}`]));
  expect(await connection.closed()).toMatch(/^HTTP\/1\.1 431 /);
});

test.each([
  ["127.0.0.1", null],
  ["127.8.0.1", null],
  ["::1", null],
  ["::ffff:127.0.0.1", null],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::9", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
