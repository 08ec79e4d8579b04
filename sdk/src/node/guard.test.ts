import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { answered, call, serve } from "../../test/node-servers.js";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import { jsonReply } from "../http/replies.js";
import type { AddressGuard } from "../platform/transport.js";
import { type NodeTransportOptions, nodeTransport } from "./node-transport.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const signal = new AbortController().signal;

function transport(options: Partial<NodeTransportOptions> = {}) {
  const made = nodeTransport({ limits: exampleLimits, ...options });
  closers.push(made.close);
  return made;
}

/** The answers of a hostile name server, one after the other. */
function names(...answers: readonly string[]): NonNullable<NodeTransportOptions["resolve"]> {
  let asked = 0;
  return async () => {
    const address = answers[Math.min(asked++, answers.length - 1)] ?? "";
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  };
}

const policy = allowHosts(["players.example", "169.254.1.1"]);
const guard: AddressGuard = {
  refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
};

describe("a guarded request", () => {
  it("is sent to a name whose address is allowed", async () => {
    const { port } = await serve(exampleHandler(), { names: ["players.example"] });
    const reply = await transport({ resolve: names("127.0.0.1") }).send({
      url: `http://players.example:${port}/mcp`,
      body: call(1),
      signal,
      guard,
    });
    expect(reply.body).toBe(answered(1));
  });

  it.each([
    ["a listed name that leads to a cloud's metadata service", "players.example", "169.254.169.254"],
    ["a listed name that leads to no host", "players.example", "0.0.0.0"],
    ["a listed name that leads there in IPv6", "players.example", "::ffff:169.254.169.254"],
    ["a name for this machine that leads elsewhere", "localhost", "10.0.0.1"],
  ])("is not sent to %s", async (_what, host, address) => {
    const sending = transport({ resolve: names(address) }).send({
      url: `http://${host}:1/mcp`,
      body: "",
      signal,
      guard,
    });
    await expect(sending).rejects.toMatchObject({ kind: "unreachable" });
    await expect(sending).rejects.toThrow(`${host} (${address}) is not called`);
  });

  it("is not sent to a refused address, which needs no lookup", async () => {
    const send = (url: string) => transport().send({ url, body: "", signal, guard });
    await expect(send("http://169.254.169.254/latest")).rejects.toThrow("169.254.169.254 is not called");
    await expect(send("http://[fe80::1]/mcp")).rejects.toThrow("fe80::1 is not called");
  });

  it("is checked by the address of its connection, also for a name that changes its address", async () => {
    const { port } = await serve(exampleHandler(), { names: ["players.example"] });
    const seen: string[] = [];
    const watching: AddressGuard = {
      refuseAddress(hostname, address) {
        seen.push(address);
        return guard.refuseAddress(hostname, address);
      },
    };
    const rebinding = transport({ resolve: names("127.0.0.1", "169.254.169.254") });
    const url = `http://players.example:${port}/mcp`;
    expect((await rebinding.send({ url, body: call(1), signal, guard: watching })).body).toBe(answered(1));
    expect(seen).toEqual(["127.0.0.1"]);
    // The name is not resolved again for the checked connection.
    expect((await rebinding.send({ url, body: call(2), signal, guard: watching })).body).toBe(answered(2));
    expect(seen).toEqual(["127.0.0.1"]);
  });

  it("is not sent on a connection that was opened without a guard", async () => {
    const { port } = await serve(exampleHandler(), { names: ["players.example"] });
    const one = transport();
    const request = { url: `http://127.0.0.1:${port}/mcp`, body: call(1), signal };
    await one.send(request);
    const refuseAll: AddressGuard = { refuseAddress: () => "all are refused" };
    await expect(one.send({ ...request, guard: refuseAll })).rejects.toThrow(
      "is not called: all are refused",
    );
  });

  it("is not sent to a name with an allowed and a refused address", async () => {
    const both = async () => [
      { address: "127.0.0.1", family: 4 },
      { address: "169.254.169.254", family: 4 },
    ];
    const sending = transport({ resolve: both }).send({
      url: "http://players.example/",
      body: "",
      signal,
      guard,
    });
    await expect(sending).rejects.toThrow("169.254.169.254");
  });
});

describe.each([301, 302, 303, 307, 308])("an answer with status %d", (status) => {
  it("is returned: the redirect is not followed", async () => {
    let visits = 0;
    const target = await serve(async () => {
      visits += 1;
      return jsonReply(200, "{}");
    });
    const redirecting = createServer((_request, response) => {
      response.writeHead(status, { location: `${target.origin}/mcp` }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
    closers.push(() => {
      redirecting.closeAllConnections();
      redirecting.close();
    });
    const { port } = redirecting.address() as AddressInfo;
    const reply = await transport().send({ url: `http://127.0.0.1:${port}/mcp`, body: "{}", signal });
    expect(reply.status).toBe(status);
    expect(visits).toBe(0);
  });
});
