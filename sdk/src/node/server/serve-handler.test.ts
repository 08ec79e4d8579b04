import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { exampleHandler, exampleLimits } from "../../../test/http/example-methods.js";
import {
  answered,
  call,
  echoPath,
  gated,
  plain,
  type RawConnection,
  rawConnection,
  rawPost,
  serve,
} from "../../../test/http/node-servers.js";
import { fetchHandler } from "../../fetch/fetch-handler.js";
import type { HttpHandler } from "../../http/types.js";
import { SimulatedClock } from "../../platform/simulated-clock.js";
import { serveHandler } from "./serve-handler.js";
import type { ConnectionLimits } from "./server-limits.js";

/** A call over the connection, which is answered. */
async function exchange(connection: RawConnection, id: number): Promise<string> {
  connection.send(rawPost(call(id)));
  return connection.received(answered(id));
}

describe("connections", () => {
  test("a connection serves consecutive requests", async () => {
    const connection = await rawConnection((await serve(exampleHandler())).port);
    for (const id of [1, 2, 3]) {
      const text = await exchange(connection, id);
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n/);
      expect(text).toContain(`Content-Length: ${answered(id).length}\r\n`);
    }
    connection.socket.destroy();
  });

  test("a body in many pieces arrives completely", async () => {
    const connection = await rawConnection((await serve(exampleHandler())).port);
    const name = "é".repeat(300);
    const body = Buffer.from(
      `{"jsonrpc":"2.0","method":"greet","params":{"name":"${name}"},"id":1}`,
    ).toString("latin1");
    const pieces = body.match(/.{1,7}/g) ?? [];
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
    connection.send(`${rawPost("", ["transfer-encoding: chunked"])}${chunks.join("")}0\r\n\r\n`);
    const reply = await connection.received(',"id":1}');
    expect(Buffer.from(reply, "latin1").toString("utf8")).toContain(`"Hello, ${name}"`);
    connection.socket.destroy();
  });

  test("the server continues after clients that disconnect in their body, and before their answer", async () => {
    const slow = gated();
    const server = await serve(slow.handler);
    const inBody = await rawConnection(server.port);
    inBody.send(rawPost("{", ["content-length: 100"]));
    inBody.socket.resetAndDestroy();
    const unanswered = await rawConnection(server.port);
    unanswered.send(rawPost("{}"));
    await slow.entered;
    unanswered.socket.resetAndDestroy();
    await unanswered.closed();
    slow.open();
    const next = await rawConnection(server.port);
    next.send(rawPost("{}"));
    await next.received("/mcp");
    next.socket.destroy();
  });

  const error = new Error("the password is swordfish");
  test.each<[string, HttpHandler]>([
    ["rejects", () => Promise.reject(error)],
    [
      "throws",
      () => {
        throw error;
      },
    ],
  ])("a handler that %s is answered with a bare 500", async (_name, handler) => {
    const connection = await rawConnection((await serve(handler)).port);
    connection.send(rawPost("{}"));
    const text = await connection.received("internal error");
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(text).not.toContain("swordfish");
    connection.socket.destroy();
  });
});

describe("a request that is refused, before its connection is closed:", () => {
  const tooLong = exampleLimits.bodyBytes + 1;
  const limits = { ...exampleLimits, stalledBodyMs: 100 };

  test.each([
    ["a body whose content-length is too long", 413, rawPost("", [`content-length: ${tooLong}`])],
    [
      "one that waits to be continued",
      413,
      rawPost("", [`content-length: ${tooLong}`, "expect: 100-continue"]),
    ],
    ["a body that stalls", 408, rawPost("{", ["content-length: 100"])],
    ["a head that stalls", 408, "POST /mcp HTTP/1.1\r\nhost: localhost\r\n"],
    ["a connection without any data", 408, ""],
    ["garbage", 400, "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
    ["two lengths", 400, rawPost("{}", ["content-length: 2", "content-length: 3"])],
    ["a length and chunks", 400, rawPost("0\r\n\r\n", ["content-length: 2", "transfer-encoding: chunked"])],
    ["a length that is no number", 400, rawPost("{}", ["content-length: two"])],
    ["a head above the limit", 431, rawPost("{}", ["content-length: 2", `x-pad: ${"x".repeat(100_000)}`])],
  ])("%s is answered with %i", async (_name, status, sent) => {
    const connection = await rawConnection((await serve(exampleHandler(), { limits })).port);
    connection.send(sent);
    const text = await connection.closed();
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 413)
      expect(text).toMatch(/connection: close[\s\S]*\{"error":"a body may have 4096 bytes"\}/i);
  });

  test("a head above a limit of the server's own is answered with 431", async () => {
    const { port } = await serve(exampleHandler(), { limits: { ...exampleLimits, headerBytes: 2048 } });
    const connection = await rawConnection(port);
    connection.send(rawPost("{}", ["content-length: 2", `x-pad: ${"x".repeat(3000)}`]));
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("an endless body is answered with 413 at the limit", async () => {
    const connection = await rawConnection((await serve(exampleHandler())).port);
    connection.send(rawPost("", ["transfer-encoding: chunked"]));
    const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
    const keepSending = () => {
      while (!connection.socket.destroyed && connection.socket.write(chunk));
    };
    connection.socket.on("drain", keepSending);
    keepSending();
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a body that arrives too slowly is answered with 408", async () => {
    const connection = await rawConnection((await serve(exampleHandler(), { limits })).port);
    connection.send(rawPost("{", ["content-length: 4000"]));
    const drip = setInterval(() => connection.send(" "), 10);
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  test("a client that sends a long body to its end before it reads gets the reason", async () => {
    const { port } = await serve(exampleHandler(), { timeouts: { lingerMs: 10_000 } });
    const connection = await rawConnection(port);
    connection.socket.pause();
    const sent = new Promise((resolve) => connection.socket.write(rawPost("x".repeat(20_000_000)), resolve));
    expect(await sent).toBeFalsy(); // No error: the connection was not reset.
    connection.socket.resume();
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a request behind a refused one is not served", async () => {
    let served = 0;
    const handler: HttpHandler = async () => plain(`served ${++served}`);
    const connection = await rawConnection((await serve(handler)).port);
    connection.send(rawPost("x".repeat(tooLong)) + rawPost("{}"));
    await connection.closed();
    expect(served).toBe(0);
  });
});

test("a body that waits to be continued, and is not too long, is continued", async () => {
  const connection = await rawConnection((await serve(exampleHandler())).port);
  connection.send(rawPost("", [`content-length: ${call(1).length}`, "expect: 100-continue"]));
  await connection.received("100 Continue");
  connection.send(call(1));
  await connection.received(answered(1));
  connection.socket.destroy();
});

describe("the host of a request", () => {
  const get = (host: string) => `GET /mine HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  const statusOf = async (host: string, options: Parameters<typeof serve>[1] = {}) => {
    const connection = await rawConnection((await serve(echoPath, options)).port);
    connection.send(get(host));
    return Number((await connection.closed()).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  };
  const names = ["agents.example"];

  test.each([
    ["localhost", 200, {}],
    ["localhost:8101", 200, {}],
    ["LOCALHOST", 200, {}],
    ["127.0.0.1:1", 200, {}],
    ["127.1.2.3", 200, {}],
    ["[::1]:8101", 200, {}],
    ["agents.example:443", 200, { names }],
    ["agents.example", 200, { host: "0.0.0.0" }],
    // A page can have led its own name here.
    ["evil.example:8101", 403, {}],
    ["localhost.evil.example", 403, {}],
    ["127.0.0.1.evil.example", 403, {}],
    ["10.0.0.1", 403, {}],
    ["a b", 403, {}],
    ["other.example", 403, { names }],
  ])("%s gets %i from a server with %j", async (host, status, options) => {
    expect(await statusOf(host, options)).toBe(status);
  });

  test("is checked in every request of a connection", async () => {
    const connection = await rawConnection((await serve(echoPath)).port);
    connection.send(get("localhost").replace("connection: close\r\n", "") + get("evil.example"));
    expect((await connection.closed()).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
  });
});

describe("too many", () => {
  const limited = (limits: ConnectionLimits, clock = new SimulatedClock()) =>
    serve(exampleHandler(), { limits: { ...exampleLimits, ...limits }, clock });

  test("requests are answered with 429 and the time to wait, and admitted again after it", async () => {
    const clock = new SimulatedClock();
    const limits = { requestsPerSecond: 0.5, requestBurst: 2, limitLoopback: true };
    const { port } = await limited(limits, clock);
    const eager = await rawConnection(port);
    for (const id of [1, 2]) await exchange(eager, id);
    eager.send(rawPost(call(3)));
    expect(await eager.received("too many requests")).toMatch(/HTTP\/1\.1 429 [\s\S]*retry-after: 2\r\n/i);
    await clock.advance(2000);
    const patient = await rawConnection(port);
    await exchange(patient, 4);
    for (const { socket } of [eager, patient]) socket.destroy();
  });

  test("requests from this machine are counted only if configured", async () => {
    const { port } = await limited({ requestsPerSecond: 0.001, requestBurst: 1 });
    const local = await rawConnection(port);
    for (const id of [1, 2, 3]) await exchange(local, id);
    local.socket.destroy();
  });

  test.each<[string, ConnectionLimits]>([
    ["from one address", { connectionsPerAddress: 2, limitLoopback: true }],
    ["in all", { connections: 2 }],
  ])(
    "connections %s are closed; earlier ones are served, and a closed one frees its place",
    async (_where, limits) => {
      const { port } = await limited(limits);
      const [first, second] = [await rawConnection(port), await rawConnection(port)];
      for (const one of [first, second]) await exchange(one, 1);
      await once(
        connect(port, "127.0.0.1").on("error", () => {}),
        "close",
      );
      first.socket.end();
      await first.closed();
      const fourth = await rawConnection(port);
      await exchange(fourth, 4);
      for (const { socket } of [second, fourth]) socket.destroy();
    },
  );
});

describe("close", () => {
  test("waits for a running exchange, and closes its connection after it", async () => {
    const slow = gated();
    const server = await serve(slow.handler, { timeouts: { graceMs: 10_000 } });
    const connection = await rawConnection(server.port);
    connection.send(rawPost("{}"));
    await slow.entered;
    const closed = Promise.all([server.close(), server.close()]);
    slow.open();
    expect(await connection.closed()).toMatch(/connection: close[\s\S]*\/mcp/i);
    await closed;
  });

  test("closes idle connections at once, and accepts no new ones", async () => {
    const server = await serve(echoPath, { timeouts: { graceMs: 10_000 } });
    const idle = await rawConnection(server.port);
    idle.send(rawPost("{}"));
    await idle.received("/mcp");
    await server.close();
    await idle.closed();
    await expect(rawConnection(server.port)).rejects.toThrow("ECONNREFUSED");
  });

  test("destroys the connections that still run after the grace period", async () => {
    const slow = gated();
    const clock = new SimulatedClock();
    const server = await serve(slow.handler, { clock, timeouts: { graceMs: 3000 } });
    const connection = await rawConnection(server.port);
    connection.send(rawPost("{}"));
    await slow.entered;
    const closed = server.close();
    await clock.advance(2999);
    expect(connection.socket.destroyed).toBe(false);
    await clock.advance(1);
    expect(await connection.closed()).toBe("");
    await closed;
    expect(clock.pending).toBe(0);
    slow.open();
  });
});

test("a port in use, or a host that is not here, is named with a hint", async () => {
  const { port, origin } = await serve(echoPath);
  expect(origin).toBe(`http://127.0.0.1:${port}`);
  const listening = (options: object) =>
    serveHandler(echoPath, { port: 0, limits: exampleLimits, ...options });
  await expect(listening({ port })).rejects.toMatchObject({
    name: "PORT_IN_USE",
    message: `port ${port} on 127.0.0.1 is in use already`,
    hint: expect.stringContaining("another port"),
  });
  for (const options of [{ port: 70_000 }, { host: "203.0.113.7" }])
    await expect(listening(options)).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      hint: expect.any(String),
    });
});

describe("a stream", () => {
  /** Records whether the stream was returned. */
  function streaming(pieces: readonly string[], isEndless: boolean) {
    const state = { isReturned: false };
    const bytes = (text: string) => new TextEncoder().encode(text);
    async function* stream() {
      try {
        yield* pieces.map(bytes);
        while (isEndless) yield bytes(".".repeat(100_000));
      } finally {
        state.isReturned = true;
      }
    }
    const handler: HttpHandler = async ({ headers }) => {
      const type = { "content-type": "text/event-stream", "x-last": headers?.["last-event-id"] ?? "none" };
      return { status: 200, headers: type, body: "", stream: stream() };
    };
    return { handler, state };
  }

  test.each(["node:http", "fetch"])("arrives completely over %s, and ends", async (adapter) => {
    const { handler, state } = streaming(["one\n", "zwölf\n"], false);
    const { origin } = await serve(handler);
    const overFetch = fetchHandler(handler, { limits: { bodyBytes: 100 } });
    const request = new Request(`${origin}/events`, { headers: { "last-event-id": "7" } });
    const reply = await (adapter === "fetch" ? overFetch(request) : fetch(request));
    expect([reply.headers.get("x-last"), await reply.text()]).toEqual(["7", "one\nzwölf\n"]);
    expect(state.isReturned).toBe(true);
  });

  test("ends when its reader disconnects, and waits for a slow reader", async () => {
    const { handler, state } = streaming([], true);
    const { origin } = await serve(handler);
    const reader = (await fetch(`${origin}/events`)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => state.isReturned, { timeout: 20_000 }).toBe(true);
  });
});
