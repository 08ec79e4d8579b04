import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { protocol } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { readSettings } from "../../settings/read-settings.js";
import type { CliContext } from "../cli-context.js";
import { limitFields } from "../common-fields.js";
import { loadForms, serveOptionsOf } from "./serve-options.js";

const folder = newFolder();
writeFileSync(join(folder, "secret"), "a-secret-of-the-deployment\n");
writeFileSync(join(folder, "key.pem"), "KEY");
writeFileSync(join(folder, "cert.pem"), "CERT");

function serveOptions(flags: Record<string, string>, environment: Record<string, string> = {}) {
  const settings = readSettings(limitFields, { flags, environment, files: [] });
  return serveOptionsOf(settings, { folder, environment } as unknown as CliContext);
}

describe("the options of an agent's server", () => {
  it("limit requests of other machines only, by default", async () => {
    const { requestsPerSecond, requestBurst } = protocol.limits;
    const limits = { requestsPerSecond, requestBurst };
    expect(await serveOptions({})).toEqual({ limits, connectTimeoutMs: 0 });
    expect(await serveOptions({ connectTimeout: "500" })).toEqual({ limits, connectTimeoutMs: 500 });
  });

  it("have the secret from a file or from the environment", async () => {
    expect(await serveOptions({ bearerFile: "secret" })).toMatchObject({
      bearer: "a-secret-of-the-deployment",
    });
    expect(await serveOptions({}, { LEAGUE_BEARER_FILE: "secret" })).toMatchObject({
      bearer: "a-secret-of-the-deployment",
    });
    expect(await serveOptions({}, { LEAGUE_BEARER: "another-secret-by-far" })).toMatchObject({
      bearer: "another-secret-by-far",
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["a key alone", { tlsKey: "key.pem" }, /needs a key and a certificate/],
    ["a certificate alone", { tlsCert: "cert.pem" }, /needs a key and a certificate/],
    ["a file that is not there", { bearerFile: "nowhere" }, /--bearer-file cannot be read/],
  ])("is INVALID_CONFIG with %s", async (_what, flags, message) => {
    await expect(serveOptions(flags)).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      message: expect.stringMatching(message),
    });
  });

  it("have the configured request limit, and none for 0", async () => {
    expect(await serveOptions({ requestRate: "10" })).toMatchObject({
      limits: { requestsPerSecond: 10, requestBurst: 20 },
    });
    const noLimit = Number.POSITIVE_INFINITY;
    expect(await serveOptions({ requestRate: "0" })).toMatchObject({
      limits: { requestsPerSecond: noLimit, requestBurst: noLimit },
    });
  });
});

const own = { name: "ours", title: "Ours", description: "Ours.", extends: "flat", request: "message" };
const file = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
};

it.each(["contract", "documented", "any"])("%s is a choice", async (choice) => {
  expect(await loadForms(choice, folder)).toBe(choice);
});

it("a file is read as a form, without its $schema", async () => {
  expect(await loadForms(file("ours.json", { $schema: "x", ...own }), folder)).toEqual(own);
});

it.each([
  ["documentd", /no such choice, and no JSON file either/],
  [file("broken.json", "{"), /no such choice, and no JSON file either/],
  [
    file("wrong.json", { ...own, request: "parms" }),
    /\/request is "parms"; allowed: .*\(Did you mean "params"\?\)/,
  ],
])("%s is refused, and the choices are named", async (setting, why) => {
  await expect(loadForms(setting, folder)).rejects.toThrow(why);
  await expect(loadForms(setting, folder)).rejects.toMatchObject({
    hint: expect.stringContaining("documented"),
  });
});
