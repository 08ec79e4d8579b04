import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import type { HttpRequest } from "../http/types.js";
import type { OutgoingRequest } from "../platform/transport.js";
import { nodeTransport } from "./node-transport.js";
import { serveHandler } from "./serve-handler.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

function transport() {
  const made = nodeTransport({ limits: { bodyBytes: 1000 } });
  closers.push(made.close);
  return made;
}

const never = new AbortController().signal;
const to = (port: number, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url: `http://127.0.0.1:${port}/mcp?x=1`,
  body: '{"é":1}',
  signal: never,
  ...more,
});

/** A scripted server: `onRequest` is called for each request, with its number on the connection and in total. */
async function scripted(onRequest: (socket: Socket, count: { onConnection: number; inAll: number }) => void) {
  let inAll = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    let onConnection = 0;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => onRequest(socket, { onConnection: ++onConnection, inAll: ++inAll }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, requests: () => inAll, connections: () => sockets.size };
}

const reply = (body: string, headers = "") =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;

const says = (body: string) => (socket: Socket) => socket.write(reply(body));

describe("the timeouts", () => {
  const limits = { bodyBytes: 1000 };
  const guard = { refuseAddress: () => null };
  const ms = 30;

  function impatient(options: Partial<Parameters<typeof nodeTransport>[0]>) {
    const made = nodeTransport({ limits, ...options });
    closers.push(made.close);
    return made;
  }

  test("for a connection ends one whose name is not found", async () => {
    const made = impatient({ connectTimeoutMs: ms, resolve: () => new Promise(() => {}) });
    const sent = made.send(to(1, { url: "http://agent.example/mcp", guard }));
    await expect(sent).rejects.toMatchObject({
      kind: "unreachable",
      message: `no connection within ${ms} ms`,
    });
  });

  test("for a reply starts when the connection is open", async () => {
    const { port } = await scripted(() => {});
    const made = impatient({ connectTimeoutMs: 1, readTimeoutMs: ms });
    const sent = made.send(to(port));
    await expect(sent).rejects.toMatchObject({ kind: "late", message: `no answer within ${ms} ms` });
  });

  test("leave no mark on a kept connection", async () => {
    const { port, connections } = await scripted(says("{}"));
    const made = impatient({ connectTimeoutMs: ms, readTimeoutMs: 10_000 });
    for (const _ of [1, 2]) expect((await made.send(to(port))).body).toBe("{}");
    expect(connections()).toBe(1);
  });
});

describe("an exchange", () => {
  test("is a POST of JSON, and returns status, type and body", async () => {
    const seen: HttpRequest[] = [];
    const server = await serveHandler(
      async (request) => {
        seen.push(request);
        return { status: 418, headers: { "content-type": "text/plain; charset=utf-8" }, body: "tëa" };
      },
      { port: 0, limits: exampleLimits },
    );
    closers.push(server.close);
    const received = await transport().send(to(server.port));
    expect(received).toEqual({ status: 418, contentType: "text/plain; charset=utf-8", body: "tëa" });
    expect(seen).toEqual([
      { method: "POST", path: "/mcp?x=1", contentType: "application/json", body: Buffer.from('{"é":1}') },
    ]);
  });

  test("is a GET without a body and a content type if the request has this verb", async () => {
    const seen: HttpRequest[] = [];
    const server = await serveHandler(
      async (request) => {
        seen.push(request);
        return { status: 200, headers: {}, body: "{}" };
      },
      { port: 0, limits: exampleLimits },
    );
    closers.push(server.close);
    await transport().send(to(server.port, { verb: "GET", body: "" }));
    expect(seen).toMatchObject([{ method: "GET", path: "/mcp?x=1", contentType: null }]);
    expect(seen[0]?.body).toHaveLength(0);
  });

  test("sends further headers", async () => {
    let head = "";
    const server = createServer((socket) => {
      socket.on("data", (chunk) => {
        head += chunk;
        socket.end(reply("{}"));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(() => server.close());
    await transport().send(to((server.address() as AddressInfo).port, { headers: { "x-trace": "7" } }));
    expect(head).toMatch(/^POST \/mcp\?x=1 HTTP\/1\.1\r\n/);
    expect(head).toMatch(/^x-trace: 7\r$/m);
    expect(head).toMatch(/^content-length: 8\r$/im);
  });

  test("uses one connection for consecutive requests", async () => {
    const server = await scripted((socket) => socket.write(reply("{}")));
    const { send } = transport();
    for (let i = 0; i < 5; i++) await send(to(server.port));
    expect([server.requests(), server.connections()]).toEqual([5, 1]);
  });

  test("uses one connection for two paths of a server, and others for another server", async () => {
    const [one, other] = [await scripted(says("one")), await scripted(says("other"))];
    const { send } = transport();
    const replies = [];
    for (const url of [`http://127.0.0.1:${one.port}/health`, to(other.port).url, to(one.port).url])
      replies.push((await send(to(0, { url }))).body);
    expect(replies).toEqual(["one", "other", "one"]);
    expect([one.connections(), other.connections()]).toEqual([1, 1]);
  });

  test.each([
    ["the name and the password of its URL", {}, `Basic ${btoa("a user:p@ss")}`],
    ["its own authorization in their place", { authorization: "Bearer x" }, "Bearer x"],
  ])("sends %s", async (_what, headers, authorization) => {
    const server = await serveHandler(
      async (request) => ({ status: 200, headers: {}, body: String(request.headers?.authorization) }),
      { port: 0, limits: exampleLimits },
    );
    closers.push(server.close);
    const url = `http://a%20user:p%40ss@127.0.0.1:${server.port}/mcp`;
    const received = await transport().send(to(server.port, { url, headers }));
    expect(received.body).toBe(authorization);
  });

  test("does not follow a redirect", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 307 Go\r\nlocation: http://192.0.2.1/\r\ncontent-length: 0\r\n\r\n");
    });
    expect(await transport().send(to(server.port))).toMatchObject({ status: 307, body: "" });
    expect(server.requests()).toBe(1);
  });

  test("returns 204 for an answer without a body", async () => {
    const server = await scripted((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
    expect(await transport().send(to(server.port))).toEqual({ status: 204, contentType: null, body: "" });
  });
});

describe("a connection that the peer closes while it is idle", () => {
  test("does not fail the request, which is sent once more on a new one", async () => {
    const server = await scripted((socket, { onConnection }) => {
      if (onConnection === 1) socket.write(reply("{}"));
      else socket.resetAndDestroy();
    });
    const { send } = transport();
    await send(to(server.port));
    expect(await send(to(server.port))).toMatchObject({ status: 200 });
    expect([server.requests(), server.connections()]).toEqual([3, 2]);
  });

  test("is replaced once only", async () => {
    const server = await scripted((socket, { inAll }) => {
      if (inAll === 1) socket.write(reply("{}"));
      else socket.resetAndDestroy();
    });
    const { send } = transport();
    await send(to(server.port));
    await expect(send(to(server.port))).rejects.toMatchObject({ kind: "unreachable" });
    expect(server.requests()).toBe(3);
  });

  test("is not replaced if an answer has begun", async () => {
    const server = await scripted((socket, { inAll }) => {
      if (inAll === 1) socket.write(reply("{}"));
      else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", () => socket.resetAndDestroy());
    });
    const { send } = transport();
    await send(to(server.port));
    await expect(send(to(server.port))).rejects.toMatchObject({ kind: "unreachable" });
    expect(server.requests()).toBe(2);
  });
});

describe("unreachable", () => {
  test("is a port on which no process listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(transport().send(to(port))).rejects.toMatchObject({
      name: "TransportError",
      kind: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("is a name that does not resolve", async () => {
    const request = to(1, { url: "http://unknown.invalid/mcp" });
    await expect(transport().send(request)).rejects.toMatchObject({ kind: "unreachable" });
  });

  test.each(["", "nonsense", "/mcp", "ftp://127.0.0.1/mcp", "file:///etc/passwd"])(
    "is the URL %j",
    async (url) => {
      await expect(transport().send(to(1, { url }))).rejects.toMatchObject({ kind: "unreachable" });
    },
  );

  test.each([
    ["resets the connection", (socket: Socket) => void socket.resetAndDestroy()],
    ["closes without an answer", (socket: Socket) => void socket.end()],
    ["does not answer in HTTP", (socket: Socket) => void socket.end("hello\r\n\r\n")],
    [
      "stops in the middle of its body",
      (socket: Socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"),
    ],
    ["stops in the middle of its head", (socket: Socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-")],
  ])("is a peer that %s, and it is called once only", async (_name, behave) => {
    const server = await scripted(behave);
    await expect(transport().send(to(server.port))).rejects.toMatchObject({ kind: "unreachable" });
    expect(server.requests()).toBe(1);
  });
});

describe("aborted", () => {
  test("is a request whose signal was aborted before it was sent", async () => {
    const server = await scripted(() => {});
    const request = to(server.port, { signal: AbortSignal.abort("no more") });
    await expect(transport().send(request)).rejects.toMatchObject({ kind: "aborted", cause: "no more" });
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
    const sent = transport().send(to(server.port, { signal: controller.signal }));
    await expect(sent).rejects.toMatchObject({ kind: "aborted", cause: "enough" });
  });

  test("is a request that is aborted after a stale connection", async () => {
    const controller = new AbortController();
    const server = await scripted((socket, { inAll }) => {
      if (inAll === 1) socket.write(reply("{}"));
      else if (inAll === 2) socket.resetAndDestroy();
      else controller.abort("enough");
    });
    const { send } = transport();
    await send(to(server.port));
    await expect(send(to(server.port, { signal: controller.signal }))).rejects.toMatchObject({
      kind: "aborted",
    });
  });
});

describe("a reply that is refused", () => {
  test("is one whose content-length is too long", async () => {
    const server = await scripted((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n"),
    );
    await expect(transport().send(to(server.port))).rejects.toMatchObject({ kind: "too_large" });
  });

  test("is an endless one", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const pour = () => {
        while (!socket.destroyed && socket.write("x".repeat(500)));
      };
      socket.on("drain", pour);
      pour();
    });
    await expect(transport().send(to(server.port))).rejects.toMatchObject({ kind: "too_large" });
  });

  test("is one that is not UTF-8", async () => {
    const server = await scripted((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n");
      socket.write(Uint8Array.of(0xff));
    });
    await expect(transport().send(to(server.port))).rejects.toMatchObject({ kind: "not_text" });
  });

  test("is a compressed one, which is named as such", async () => {
    const server = await scripted((socket) => {
      const body = gzipSync("{}");
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    await expect(transport().send(to(server.port))).rejects.toMatchObject({
      kind: "not_text",
      message: "the reply is encoded with gzip; only identity was accepted",
    });
  });

  test("is not one of exactly the maximum length", async () => {
    const server = await scripted((socket) => socket.write(reply("x".repeat(1000))));
    expect((await transport().send(to(server.port))).body).toHaveLength(1000);
  });
});
