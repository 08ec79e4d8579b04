/** What a transport does with its peer, over node:http and over fetch. */
import type { Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "../../../tools/gate/free-port.js";
import { fetchTransport } from "../../src/fetch/fetch-transport.js";
import type { HttpReply, HttpRequest } from "../../src/http/types.js";
import { nodeTransport } from "../../src/node/node-transport.js";
import type { Transport } from "../../src/platform/transport.js";
import { serve } from "./node-servers.js";
import { head, reply, scripted, to } from "./scripted-server.js";

const limits = { bodyBytes: 1000 };

/** Writes as fast as the socket takes it, until it is closed. */
function pour(socket: Socket): void {
  const write = () => {
    while (!socket.destroyed && socket.write("x".repeat(500)));
  };
  socket.on("drain", write);
  write();
}

/** A server that records its requests and gives this reply to each. */
async function recording(reply: HttpReply) {
  const seen: HttpRequest[] = [];
  const { port } = await serve(async (request) => {
    seen.push(request);
    return reply;
  });
  return { port, seen };
}

describe.each<[string, Transport]>([
  ["node:http", nodeTransport({ limits })],
  ["fetch", fetchTransport({ limits })],
])("over %s", (_name, transport) => {
  afterAll(() => transport.close?.());

  describe("an exchange", () => {
    test("is a POST of JSON, and returns status, type and body", async () => {
      const type = "text/plain; charset=utf-8";
      const { port, seen } = await recording({ status: 418, headers: { "content-type": type }, body: "tëa" });
      expect(await transport.send(to(port))).toEqual({ status: 418, contentType: type, body: "tëa" });
      const body = Buffer.from('{"é":1}');
      expect(seen).toEqual([{ method: "POST", path: "/mcp?x=1", contentType: "application/json", body }]);
    });

    test("is a GET without a body and a content type if the request has this verb", async () => {
      const { port, seen } = await recording({ status: 200, headers: {}, body: "{}" });
      await transport.send(to(port, { verb: "GET", body: "" }));
      expect(seen).toMatchObject([{ method: "GET", path: "/mcp?x=1", contentType: null }]);
      expect(seen[0]?.body).toHaveLength(0);
    });

    test("sends further headers", async () => {
      let head = "";
      const server = await scripted((socket, { text }) => {
        head = text;
        socket.write(reply("{}"));
      });
      await transport.send(to(server.port, { headers: { "x-trace": "7" } }));
      expect(head).toMatch(/^POST \/mcp\?x=1 HTTP\/1\.1\r\n/);
      expect(head).toMatch(/^x-trace: 7\r$/m);
      expect(head).toMatch(/^content-length: 8\r$/im);
    });

    test.each([301, 302, 303, 307, 308])("does not follow a redirect with status %i", async (status) => {
      const server = await scripted((socket) => {
        socket.write(`HTTP/1.1 ${status} Go\r\nlocation: http://192.0.2.1/\r\ncontent-length: 0\r\n\r\n`);
      });
      expect(await transport.send(to(server.port))).toMatchObject({ status, body: "" });
      expect(server.requests()).toBe(1);
    });

    test("returns 204 for an answer without a body", async () => {
      const server = await scripted((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
      expect(await transport.send(to(server.port))).toEqual({ status: 204, contentType: null, body: "" });
    });
  });

  describe("unreachable", () => {
    test("is a port on which no process listens", async () => {
      await expect(transport.send(to(await freePort()))).rejects.toMatchObject({
        name: "TransportError",
        kind: "unreachable",
        message: expect.stringContaining("ECONNREFUSED"),
      });
    });

    test.each([
      "http://unknown.invalid/mcp",
      "",
      "nonsense",
      "/mcp",
      "ftp://127.0.0.1/mcp",
      "file:///etc/passwd",
    ])("is the URL %j", async (url) => {
      await expect(transport.send(to(1, { url }))).rejects.toMatchObject({ kind: "unreachable" });
    });
  });

  test.each<[string, string, (socket: Socket) => void]>([
    ["unreachable", "resets the connection", (socket) => socket.resetAndDestroy()],
    ["unreachable", "closes without an answer", (socket) => socket.end()],
    ["unreachable", "does not answer in HTTP", (socket) => socket.end("hello\r\n\r\n")],
    ["unreachable", "stops in its body", (socket) => socket.end(head("content-length: 9\r\n\r\n{"))],
    ["unreachable", "stops in its head", (socket) => socket.end(head("content-"))],
    [
      "too_large",
      "sends an endless body",
      (socket) => {
        socket.write(head("\r\n"));
        pour(socket);
      },
    ],
    [
      "not_text",
      "sends no UTF-8",
      (socket) => {
        socket.write(head("content-length: 1\r\n\r\n"));
        socket.write(Uint8Array.of(0xff));
      },
    ],
  ])("%s is a peer that %s, and it is called once only", async (kind, _what, behave) => {
    const server = await scripted(behave);
    await expect(transport.send(to(server.port))).rejects.toMatchObject({ kind });
    expect(server.requests()).toBe(1);
  });

  test("a reply of exactly the maximum length is accepted", async () => {
    const server = await scripted((socket) => socket.write(reply("x".repeat(1000))));
    expect((await transport.send(to(server.port))).body).toHaveLength(1000);
  });

  describe("aborted", () => {
    test("is a request whose signal was aborted before it was sent", async () => {
      const server = await scripted(() => {});
      const request = to(server.port, { signal: AbortSignal.abort("no more") });
      await expect(transport.send(request)).rejects.toMatchObject({ kind: "aborted", cause: "no more" });
      expect(server.connections()).toBe(0);
    });

    test.each([
      ["before any answer", ""],
      ["in the middle of the head", "HTTP/1.1 200 OK\r\ncontent-"],
      ["in the middle of the body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"],
    ])("is a request that is aborted %s", async (_name, start) => {
      const controller = new AbortController();
      const server = await scripted((socket) =>
        socket.write(start, () => setImmediate(() => controller.abort("enough"))),
      );
      const sent = transport.send(to(server.port, { signal: controller.signal }));
      await expect(sent).rejects.toMatchObject({ kind: "aborted", cause: "enough" });
    });
  });
});
