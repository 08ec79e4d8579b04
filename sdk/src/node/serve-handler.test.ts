import { describe, expect, test } from "vitest";
import { answered, call, echoPath, gated, serve } from "../../test/node-servers.js";
import { rawConnection, rawPost } from "../../test/raw-connection.js";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import type { HttpHandler } from "../http/types.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { serveHandler } from "./serve-handler.js";

describe("connections", () => {
  test("a connection serves consecutive requests", async () => {
    const server = await serve(exampleHandler());
    const connection = await rawConnection(server.port);
    for (const id of [1, 2, 3]) {
      connection.send(rawPost(call(id)));
      const text = await connection.received(answered(id));
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n/);
      expect(text).toContain(`Content-Length: ${answered(id).length}\r\n`);
    }
    connection.socket.destroy();
  });

  test("pipelined requests are answered in their order, even if the first takes longer", async () => {
    const slow = gated();
    const handler: HttpHandler = (request) =>
      request.path === "/first" ? slow.handler(request) : echoPath(request);
    const server = await serve(handler);
    const connection = await rawConnection(server.port);
    connection.send(
      "GET /first HTTP/1.1\r\nhost: localhost\r\n\r\nGET /second HTTP/1.1\r\nhost: localhost\r\n\r\n",
    );
    await slow.entered;
    slow.open();
    const text = await connection.received("/second");
    expect(text.indexOf("/first")).toBeLessThan(text.indexOf("/second"));
    connection.socket.destroy();
  });

  test("a body in many pieces arrives completely", async () => {
    const server = await serve(exampleHandler());
    const connection = await rawConnection(server.port);
    const text = rawPost(`{"jsonrpc":"2.0","method":"greet","params":{"name":"${"é".repeat(300)}"},"id":1}`, [
      "transfer-encoding: chunked",
    ]);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    connection.send(`${head}\r\n\r\n`);
    const bytes = Buffer.from(body, "utf8").toString("latin1");
    for (let at = 0; at < bytes.length; at += 7) {
      const piece = bytes.slice(at, at + 7);
      connection.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    }
    connection.send("0\r\n\r\n");
    const reply = await connection.received(',"id":1}');
    expect(Buffer.from(reply, "latin1").toString("utf8")).toContain(`"Hello, ${"é".repeat(300)}"`);
    connection.socket.destroy();
  });

  test("hundreds of connections at once are served", async () => {
    const server = await serve(exampleHandler());
    const exchanges = Array.from({ length: 300 }, async (_, id) => {
      const connection = await rawConnection(server.port);
      connection.send(rawPost(call(id), [`content-length: ${call(id).length}`, "connection: close"]));
      return connection.closed();
    });
    const replies = await Promise.all(exchanges);
    for (const [id, text] of replies.entries()) expect(text).toContain(answered(id));
  });

  test("the server continues after a client that disconnects in its body", async () => {
    const server = await serve(exampleHandler());
    const client = await rawConnection(server.port);
    client.send(rawPost("{", ["content-length: 100"]));
    client.socket.resetAndDestroy();
    const next = await rawConnection(server.port);
    next.send(rawPost(call(1)));
    await next.received(answered(1));
    next.socket.destroy();
  });

  test("the server continues after a client that disconnects before its answer", async () => {
    const slow = gated();
    const server = await serve(slow.handler);
    const client = await rawConnection(server.port);
    client.send(rawPost("{}"));
    await slow.entered;
    client.socket.resetAndDestroy();
    await client.closed();
    slow.open();
    const next = await rawConnection(server.port);
    next.send(rawPost("{}"));
    await next.received("/mcp");
    next.socket.destroy();
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("the password is swordfish"))],
    [
      "throws",
      () => {
        throw new Error("the password is swordfish");
      },
    ],
  ])("a handler that %s is answered with a bare 500", async (_name, handler) => {
    const server = await serve(handler);
    const connection = await rawConnection(server.port);
    connection.send(rawPost("{}"));
    const text = await connection.received("internal error");
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(text).not.toContain("swordfish");
    connection.socket.destroy();
  });
});

describe("close", () => {
  test("waits for a running exchange, and closes its connection after it", async () => {
    const slow = gated();
    const server = await serve(slow.handler, { timeouts: { graceMs: 10_000 } });
    const connection = await rawConnection(server.port);
    connection.send(rawPost("{}"));
    await slow.entered;
    const closed = server.close();
    slow.open();
    const text = await connection.closed();
    expect(text).toContain("/mcp");
    expect(text).toMatch(/connection: close/i);
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

  test("can be called twice", async () => {
    const server = await serve(echoPath);
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});

describe("listening", () => {
  test("reports its address", async () => {
    const server = await serve(echoPath);
    expect(server.port).toBeGreaterThan(0);
    expect(server.origin).toBe(`http://127.0.0.1:${server.port}`);
  });

  test("on a port in use throws PORT_IN_USE with a hint", async () => {
    const { port } = await serve(echoPath);
    await expect(serveHandler(echoPath, { port, limits: exampleLimits })).rejects.toMatchObject({
      name: "PORT_IN_USE",
      message: `port ${port} on 127.0.0.1 is in use already`,
      hint: expect.stringContaining("another port"),
    });
  });

  test.each([
    ["an invalid port", { port: 70_000 }],
    ["a host that is not here", { port: 0, host: "203.0.113.7" }],
  ])("on %s throws INVALID_CONFIG", async (_name, options) => {
    const listening = serveHandler(echoPath, { ...options, limits: exampleLimits });
    await expect(listening).rejects.toMatchObject({ name: "INVALID_CONFIG", hint: expect.any(String) });
  });
});
