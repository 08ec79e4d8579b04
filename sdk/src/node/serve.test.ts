/** Agents over HTTP and HTTPS: options, certificates and the secret of a deployment. */
import { afterEach, describe, expect, it } from "vitest";
import { selfSigned } from "../../test/certificate.js";
import { answered, call, serve as serveExample } from "../../test/node-servers.js";
import { exampleHandler, exampleLimits } from "../../test/vectors/example-methods.js";
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import { createPlayer } from "../player/create-player.js";
import { nodeTransport } from "./node-transport.js";
import { type ServeOptions, serve } from "./serve.js";
import { serveHandler } from "./serve-handler.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open(agent: Agent, options: ServeOptions) {
  const served = await serve(agent, { closeOnSignal: false, ...options });
  opened.push(served);
  return served;
}

function transport(ca?: string) {
  const made = nodeTransport({ limits: exampleLimits, ...(ca === undefined ? {} : { ca }) });
  opened.push(made);
  return made;
}

const tls = selfSigned();
const signal = new AbortController().signal;
const player = (displayName: string) => createPlayer({ displayName, choose: () => "even" });

it("serve closes its port if the agent rejects its options", async () => {
  const refusing: Agent<RunningAgent> = {
    role: "player",
    connect() {
      throw new TypeError("these options cannot be used");
    },
  };
  const first = await open(player("A"), {});
  const port = Number(new URL(first.url).port);
  await first.close();
  await expect(open(refusing, { port })).rejects.toThrow("these options cannot be used");
  expect((await open(player("A"), { port })).url).toBe(first.url);
});

describe("a server with a key and a certificate", () => {
  it("serves HTTPS to clients that trust it, and to no others", async () => {
    const { origin, port } = await serveExample(exampleHandler(), { tls });
    expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const request = { url: `${origin}/mcp`, body: call(1), signal };
    expect(await transport(tls.cert).send(request)).toMatchObject({ status: 200, body: answered(1) });
    const unreachable = { kind: "unreachable" };
    for (const ca of [undefined, selfSigned().cert])
      await expect(transport(ca).send(request)).rejects.toMatchObject(unreachable);
    const plain = { ...request, url: `http://127.0.0.1:${port}/mcp` };
    await expect(transport().send(plain)).rejects.toMatchObject(unreachable);
  });

  it.each([
    ["no key", { key: "", cert: tls.cert }],
    ["no PEM", { key: "key", cert: "cert" }],
    ["another's key", { key: selfSigned().key, cert: tls.cert }],
  ])("does not start with %s", async (_what, bad) => {
    const starting = serveHandler(exampleHandler(), { port: 0, limits: exampleLimits, tls: bad });
    await expect(starting).rejects.toMatchObject({ name: "INVALID_CONFIG" });
  });
});
