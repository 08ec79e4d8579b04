import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { exampleHandler } from "../../test/http/example-methods.js";
import { answered, call, serve } from "../../test/http/node-servers.js";
import { head, reply, says, scripted, to } from "../../test/http/scripted-server.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import { type AddressGuard, TransportError } from "../platform/transport.js";
import { parseTarget } from "./connections.js";
import { type NodeTransportOptions, nodeTransport } from "./node-transport.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

function transport(options: Partial<NodeTransportOptions> = {}) {
  const made = nodeTransport({ limits: { bodyBytes: 1000 }, ...options });
  closers.push(made.close);
  return made;
}

describe("the timeouts", () => {
  const guard = { refuseAddress: () => null };
  const ms = 30;

  test("for a connection ends one whose name is not found", async () => {
    const made = transport({ connectTimeoutMs: ms, resolve: () => new Promise(() => {}) });
    const sent = made.send(to(1, { url: "http://agent.example/mcp", guard }));
    await expect(sent).rejects.toMatchObject({
      kind: "unreachable",
      message: `no connection within ${ms} ms`,
    });
  });

  test("for a reply starts when the connection is open", async () => {
    const { port } = await scripted(() => {});
    const made = transport({ connectTimeoutMs: 1, readTimeoutMs: ms });
    const sent = made.send(to(port));
    await expect(sent).rejects.toMatchObject({ kind: "late", message: `no answer within ${ms} ms` });
  });

  test("leave no mark on a kept connection", async () => {
    const { port, connections } = await scripted(says("{}"));
    const made = transport({ connectTimeoutMs: ms, readTimeoutMs: 10_000 });
    for (const _ of [1, 2]) expect((await made.send(to(port))).body).toBe("{}");
    expect(connections()).toBe(1);
  });
});

describe("an exchange", () => {
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
    const server = await serve(async (request) => {
      return { status: 200, headers: {}, body: String(request.headers?.authorization) };
    });
    const url = `http://a%20user:p%40ss@127.0.0.1:${server.port}/mcp`;
    const received = await transport().send(to(server.port, { url, headers }));
    expect(received.body).toBe(authorization);
  });
});

describe("a connection that the peer closes while it is idle", () => {
  const reset = (socket: Socket) => void socket.resetAndDestroy();
  const begin = (socket: Socket) =>
    void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", () => reset(socket));

  test("does not fail the request, which is sent once more on a new one", async () => {
    const server = await scripted((socket, { onConnection }) => {
      if (onConnection === 1) socket.write(reply("{}"));
      else reset(socket);
    });
    const { send } = transport();
    for (const _ of [1, 2]) expect(await send(to(server.port))).toMatchObject({ status: 200 });
    expect([server.requests(), server.connections()]).toEqual([3, 2]);
  });

  test.each([
    ["once only", reset, 3],
    ["not if an answer has begun", begin, 2],
  ])("is replaced %s", async (_when, end, requests) => {
    const server = await scripted((socket, { inAll }) => {
      if (inAll === 1) socket.write(reply("{}"));
      else end(socket);
    });
    const { send } = transport();
    await send(to(server.port));
    await expect(send(to(server.port))).rejects.toMatchObject({ kind: "unreachable" });
    expect(server.requests()).toBe(requests);
  });
});

test("a body that is announced as too long is not read", async () => {
  const server = await scripted((socket) => socket.write(head("content-length: 1001\r\n\r\n")));
  await expect(transport().send(to(server.port))).rejects.toMatchObject({ kind: "too_large" });
});

test("a compressed reply is named as such", async () => {
  const server = await scripted((socket) => {
    const body = gzipSync("{}");
    socket.write(head(`content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`));
    socket.write(body);
  });
  await expect(transport().send(to(server.port))).rejects.toMatchObject({
    kind: "not_text",
    message: "the reply is encoded with gzip; only identity was accepted",
  });
});

describe("aborted", () => {
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

describe("a guarded request", () => {
  /** The answers of a hostile name server, one after the other. */
  const names = (...answers: readonly string[]): NonNullable<NodeTransportOptions["resolve"]> => {
    let asked = 0;
    return async () => {
      const address = answers[Math.min(asked++, answers.length - 1)] ?? "";
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    };
  };
  const policy = allowHosts(["players.example", "169.254.1.1"]);
  const guard: AddressGuard = {
    refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
  };
  const players = () => serve(exampleHandler(), { names: ["players.example"] });

  test.each([
    ["a listed name that leads to a cloud's metadata service", "players.example", "169.254.169.254"],
    ["a listed name that leads to no host", "players.example", "0.0.0.0"],
    ["a listed name that leads there in IPv6", "players.example", "::ffff:169.254.169.254"],
    ["a name for this machine that leads elsewhere", "localhost", "10.0.0.1"],
  ])("is not sent to %s", async (_what, host, address) => {
    const sending = transport({ resolve: names(address) }).send(
      to(1, { url: `http://${host}:1/mcp`, guard }),
    );
    await expect(sending).rejects.toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining(`${host} (${address}) is not called`),
    });
  });

  test("is not sent to a refused address, which needs no lookup, nor to a name with one", async () => {
    const send = (url: string) => transport().send(to(1, { url, guard }));
    await expect(send("http://169.254.169.254/latest")).rejects.toThrow("169.254.169.254 is not called");
    await expect(send("http://[fe80::1]/mcp")).rejects.toThrow("fe80::1 is not called");
    const both = ["127.0.0.1", "169.254.169.254"].map((address) => ({ address, family: 4 }));
    const sending = transport({ resolve: async () => both }).send(
      to(1, { url: "http://players.example/", guard }),
    );
    await expect(sending).rejects.toThrow("169.254.169.254");
  });

  test("is checked by the address of its connection, also for a name that changes its address", async () => {
    const { port } = await players();
    const seen: string[] = [];
    const watching: AddressGuard = {
      refuseAddress(hostname, address) {
        seen.push(address);
        return guard.refuseAddress(hostname, address);
      },
    };
    const rebinding = transport({ resolve: names("127.0.0.1", "169.254.169.254") });
    // The name is not resolved again for the checked connection.
    for (const id of [1, 2]) {
      const url = `http://players.example:${port}/mcp`;
      expect((await rebinding.send(to(port, { url, body: call(id), guard: watching }))).body).toBe(
        answered(id),
      );
      expect(seen).toEqual(["127.0.0.1"]);
    }
  });

  test("is not sent on a connection that was opened without a guard", async () => {
    const { port } = await players();
    const one = transport();
    await one.send(to(port));
    const refuseAll: AddressGuard = { refuseAddress: () => "all are refused" };
    await expect(one.send(to(port, { guard: refuseAll }))).rejects.toThrow("is not called: all are refused");
  });
});

test.each([
  ["http://127.0.0.1:8101/mcp?x=1", { secure: false, host: "127.0.0.1", isAddress: true }],
  ["http://[::1]:8101/mcp", { secure: false, host: "::1", isAddress: true }],
  ["https://Play.Example/mcp", { secure: true, host: "play.example", isAddress: false }],
])("the target of %s", (url, expected) => {
  expect(parseTarget(url)).toMatchObject(expected);
});

test("the error about credentials that cannot be decoded does not quote them", () => {
  expect(() => parseTarget("http://user:se%cret@127.0.0.1:8101/mcp")).toThrow(
    new TransportError("unreachable", "a % in the URL's credentials begins no escape; write it as %25"),
  );
});
