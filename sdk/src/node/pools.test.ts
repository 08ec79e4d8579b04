/** Transports that share their connections. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type NodeTransportOptions, nodeTransport } from "./node-transport.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const signal = new AbortController().signal;

/** A server that answers each request with the number of its connection. */
async function counting() {
  const sockets: Socket[] = [];
  const server = createServer(({ socket }, response) => response.end(String(sockets.indexOf(socket))));
  server.on("connection", (socket) => sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { url, sockets };
}

/** A transport, and the number of the connection that its next request uses. */
function transport(url: string, options: Partial<NodeTransportOptions>) {
  const made = nodeTransport({ limits: { bodyBytes: 1000 }, ...options });
  closers.push(made.close);
  const ask = async () => Number((await made.send({ url, body: "{}", signal })).body);
  return { ask, close: made.close };
}

test("shared transports use the same connections, until the last of them closes them", async () => {
  const { url, sockets } = await counting();
  const [one, other] = [transport(url, { isShared: true }), transport(url, { isShared: true })];
  expect([await one.ask(), await other.ask(), await one.ask()]).toEqual([0, 0, 0]);
  await one.close();
  await one.close();
  expect(await other.ask()).toBe(0);
  // A transport without a request is no user.
  transport(url, { isShared: true });
  const closed = once(sockets[0] as Socket, "close");
  await other.close();
  await closed;
  expect(await transport(url, { isShared: true }).ask()).toBe(1);
});

test.each([
  ["not shared", {}, {}],
  ["shared by one of the two", {}, { isShared: true }],
  ["shared with other certificates", { isShared: true, ca: "one" }, { isShared: true, ca: "other" }],
])(
  "transports have connections of their own if %s",
  async (_what, first: Partial<NodeTransportOptions>, second: Partial<NodeTransportOptions>) => {
    const { url } = await counting();
    const [one, other] = [transport(url, first), transport(url, second)];
    expect([await one.ask(), await other.ask(), await one.ask()]).toEqual([0, 1, 0]);
  },
);

test("a guard checks each request to an address, also on a connection that was opened without it", async () => {
  const { url, sockets } = await counting();
  const { ask, close } = transport(url, { isShared: true });
  await ask();
  const guarded = nodeTransport({ limits: { bodyBytes: 1000 }, isShared: true });
  closers.push(guarded.close);
  let why: string | null = null;
  const guard = { refuseAddress: () => why };
  const send = () => guarded.send({ url, body: "{}", signal, guard });
  expect((await send()).body).toBe("0");
  why = "no longer";
  await expect(send()).rejects.toMatchObject({ kind: "unreachable" });
  expect(sockets).toHaveLength(1);
  await close();
});
