import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openTcpBalancer } from "./tcp-balancer.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that answers with its name and the length of the request body. */
async function named(name: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
    });
    request.on("end", () => response.end(`${name} ${request.url} ${length}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => stop(server));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function balancer(...urls: string[]) {
  const opened = await openTcpBalancer(urls);
  closers.push(opened.close);
  return opened;
}

const ask = async (url: string, body = "") => {
  const reply = await fetch(url, { method: "POST", body, headers: { connection: "close" } });
  return reply.text();
};

it("forwards each connection to the next server, complete and with its path", async () => {
  const servers = [await named("A"), await named("B"), await named("C")];
  const { url } = await balancer(...servers.map((server) => server.url));
  const body = "x".repeat(1_000_000);
  const answers = [await ask(url, body), await ask(url, body), await ask(url, body), await ask(url)];
  expect(answers).toEqual(["A /mcp 1000000", "B /mcp 1000000", "C /mcp 1000000", "A /mcp 0"]);
});

it("skips a server that has stopped", async () => {
  const [one, other] = [await named("A"), await named("B")];
  const { url } = await balancer(one.url, other.url);
  stop(one.server);
  expect([await ask(url), await ask(url), await ask(url)]).toEqual(Array(3).fill("B /mcp 0"));
});

it("closes the client's connection when no server is reachable, and keeps running", async () => {
  const { url, server } = await named("A");
  const { url: shared } = await balancer(url);
  stop(server);
  await expect(ask(shared)).rejects.toThrow();
  await expect(ask(shared)).rejects.toThrow();
});
