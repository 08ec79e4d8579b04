import { describe, expect, it } from "vitest";
import { selfSigned } from "../../test/certificate.js";
import { answered, call, serve } from "../../test/node-servers.js";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { nodeTransport } from "./node-transport.js";
import { serveHandler } from "./serve-handler.js";

const tls = selfSigned();
const signal = new AbortController().signal;

describe("a server with a key and a certificate", () => {
  it("serves HTTPS to clients that trust it", async () => {
    const { origin } = await serve(exampleHandler(), { tls });
    expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const trusting = nodeTransport({ limits: exampleLimits, ca: tls.cert });
    const reply = await trusting.send({ url: `${origin}/mcp`, body: call(1), signal });
    expect(reply).toMatchObject({ status: 200, body: answered(1) });
    await trusting.close();
  });

  it("is refused by clients that do not trust its certificate, and by those that trust another one", async () => {
    const { origin } = await serve(exampleHandler(), { tls });
    for (const options of [{}, { ca: selfSigned().cert }]) {
      const wary = nodeTransport({ limits: exampleLimits, ...options });
      const sending = wary.send({ url: `${origin}/mcp`, body: call(1), signal });
      await expect(sending).rejects.toMatchObject({ kind: "unreachable" });
      await wary.close();
    }
  });

  it("does not serve plain HTTP", async () => {
    const { port } = await serve(exampleHandler(), { tls });
    const plain = nodeTransport({ limits: exampleLimits });
    const sending = plain.send({ url: `http://127.0.0.1:${port}/mcp`, body: call(1), signal });
    await expect(sending).rejects.toMatchObject({ kind: "unreachable" });
    await plain.close();
  });

  it.each([
    ["no key", { key: "", cert: tls.cert }],
    ["no PEM", { key: "key", cert: "cert" }],
    ["another's key", { key: selfSigned().key, cert: tls.cert }],
  ])("with %s does not start", async (_what, bad) => {
    const starting = serveHandler(exampleHandler(), { port: 0, limits: exampleLimits, tls: bad });
    await expect(starting).rejects.toMatchObject({ name: "INVALID_CONFIG" });
  });
});
