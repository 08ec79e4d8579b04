import { describe, expect, test } from "vitest";
import { answered, call, echoPath, plain, serve } from "../../test/node-servers.js";
import { rawConnection, rawPost } from "../../test/raw-connection.js";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import type { HttpHandler } from "../http/types.js";

describe("refused requests", () => {
  const tooLong = exampleLimits.bodyBytes + 1;

  test("a body whose content-length is too long is refused before it is sent", async () => {
    const connection = await rawConnection((await serve(exampleHandler())).port);
    connection.send(rawPost("", [`content-length: ${tooLong}`]));
    const text = await connection.closed();
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toMatch(/connection: close/i);
    expect(text).toContain('{"error":"a body may have 4096 bytes"}');
  });

  test("an endless body is refused at the limit, and the connection is closed", async () => {
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

  test("a client that sends a long body to its end before it reads gets the reason of the refusal", async () => {
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
    expect(await connection.closed()).not.toContain("served");
    expect(served).toBe(0);
  });

  test("with an Expect header gets 100 or the final status", async () => {
    const server = await serve(exampleHandler());
    const waiting = await rawConnection(server.port);
    waiting.send(rawPost("", [`content-length: ${call(1).length}`, "expect: 100-continue"]));
    await waiting.received("100 Continue");
    waiting.send(call(1));
    await waiting.received(answered(1));
    waiting.socket.destroy();

    const client = await rawConnection(server.port);
    client.send(rawPost("", [`content-length: ${tooLong}`, "expect: 100-continue"]));
    const text = await client.closed();
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).not.toContain("100 Continue");
  });

  test.each([
    ["a body that stalls", rawPost("{", ["content-length: 100"])],
    ["a head that stalls", "POST /mcp HTTP/1.1\r\nhost: localhost\r\n"],
    ["a connection without any data", ""],
  ])("%s is answered with 408", async (_name, start) => {
    const server = await serve(exampleHandler(), { limits: { ...exampleLimits, stalledBodyMs: 100 } });
    const connection = await rawConnection(server.port);
    connection.send(start);
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body that arrives too slowly is answered with 408", async () => {
    const server = await serve(exampleHandler(), { limits: { ...exampleLimits, stalledBodyMs: 100 } });
    const connection = await rawConnection(server.port);
    connection.send(rawPost("{", ["content-length: 4000"]));
    const drip = setInterval(() => connection.send(" "), 10);
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  test.each([
    ["garbage", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
    ["two lengths", rawPost("{}", ["content-length: 2", "content-length: 3"])],
    ["a length and chunks", rawPost("0\r\n\r\n", ["content-length: 2", "transfer-encoding: chunked"])],
    ["a length that is no number", rawPost("{}", ["content-length: two"])],
  ])("%s is answered with 400", async (_name, text) => {
    const connection = await rawConnection((await serve(exampleHandler())).port);
    connection.send(text);
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("a head above the limit is answered with 431", async () => {
    const connection = await rawConnection((await serve(exampleHandler())).port);
    connection.send(rawPost("{}", [`x-pad: ${"x".repeat(100_000)}`]));
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe("the host of a request", () => {
  const statusOf = async (host: string, names: readonly string[] = []) => {
    const { port } = await serve(echoPath, { names });
    const connection = await rawConnection(port);
    connection.send(`GET /mine HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    return (await connection.closed()).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
  };

  test.each([
    "localhost",
    "localhost:8101",
    "LOCALHOST",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.1.2.3",
    "[::1]:8101",
  ])("on loopback, %s is served", async (host) => expect(await statusOf(host)).toBe("200"));

  test.each([
    "evil.example",
    "evil.example:8101",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "a b",
  ])("on loopback, %s is refused: a page can have led its own name here", async (host) =>
    expect(await statusOf(host)).toBe("403"),
  );

  test("a further name is served with any port", async () => {
    expect(await statusOf("agents.example:443", ["agents.example"])).toBe("200");
    expect(await statusOf("other.example", ["agents.example"])).toBe("403");
  });

  test("a second request of a connection is checked as the first", async () => {
    const connection = await rawConnection((await serve(echoPath)).port);
    for (const host of ["localhost", "evil.example"])
      connection.send(`GET /x HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    expect((await connection.closed()).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
  });

  test("a server that listens on every address is called by any name", async () => {
    const { port } = await serve(echoPath, { host: "0.0.0.0" });
    const connection = await rawConnection(port);
    connection.send("GET /x HTTP/1.1\r\nhost: agents.example\r\nconnection: close\r\n\r\n");
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
