import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { protocol } from "@league-v2/contract";
import { afterAll, describe, expect, it } from "vitest";
import { readSettings } from "../settings/index.js";
import type { CliContext } from "./cli-context.js";
import { edgeFields } from "./limit-fields.js";
import { edgeOf } from "./serve-options.js";

const folder = mkdtempSync(join(tmpdir(), "league-edge-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "secret"), "a-secret-of-the-deployment\n");
writeFileSync(join(folder, "key.pem"), "KEY");
writeFileSync(join(folder, "cert.pem"), "CERT");

function edge(flags: Record<string, string>, environment: Record<string, string> = {}) {
  const settings = readSettings(edgeFields, { flags, environment, file: null });
  return edgeOf(settings, { folder, environment } as unknown as CliContext);
}

describe("an agent's door", () => {
  it("is open to this machine, and limited for others, when nothing is set", async () => {
    const { requestsPerSecond, requestBurst } = protocol.limits;
    expect(await edge({})).toEqual({ limits: { requestsPerSecond, requestBurst } });
  });

  it("reads the secret from a file, or takes it from the environment", async () => {
    expect(await edge({ bearerFile: "secret" })).toMatchObject({ bearer: "a-secret-of-the-deployment" });
    expect(await edge({}, { LEAGUE_BEARER_FILE: "secret" })).toMatchObject({
      bearer: "a-secret-of-the-deployment",
    });
    expect(await edge({}, { LEAGUE_BEARER: "another-secret-by-far" })).toMatchObject({
      bearer: "another-secret-by-far",
    });
  });

  it("has no flag for the secret itself, which every user of the machine could read there", () => {
    expect(Object.keys(edgeFields)).not.toContain("bearer");
  });

  it("reads key, certificate and authority", async () => {
    expect(await edge({ tlsKey: "key.pem", tlsCert: "cert.pem", tlsCa: "cert.pem" })).toMatchObject({
      tls: { key: "KEY", cert: "CERT" },
      ca: "CERT",
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["a key alone", { tlsKey: "key.pem" }, /needs a key and a certificate/],
    ["a certificate alone", { tlsCert: "cert.pem" }, /needs a key and a certificate/],
    ["a file that is not there", { bearerFile: "nowhere" }, /--bearer-file cannot be read/],
  ])("is INVALID_CONFIG with %s", async (_what, flags, message) => {
    await expect(edge(flags)).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      message: expect.stringMatching(message),
    });
  });

  it("lets through as much as is asked for, and anything for 0", async () => {
    expect(await edge({ requestRate: "10" })).toMatchObject({
      limits: { requestsPerSecond: 10, requestBurst: 20 },
    });
    const noLimit = Number.POSITIVE_INFINITY;
    expect(await edge({ requestRate: "0" })).toMatchObject({
      limits: { requestsPerSecond: noLimit, requestBurst: noLimit },
    });
  });
});
