/** The example of a profile, and what belongs to no one form; `forms.test.ts` has the reference agents in every form. */
import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { lintProfile } from "@league-v2/sdk/wire";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { UsageError } from "../usage-error.js";
import { bundledProfiles, loadProfile } from "./load.js";

const folder = new URL("../../profiles/", import.meta.url);
const custom = loadProfile(new URL("example-custom.yaml", folder).pathname);
test("a profile that does not exist is reported", () => {
  expect(() => loadProfile("canonicle")).toThrow(/did you mean "canonical"/);
  expect(() => loadProfile("./no/such/file.yaml")).toThrow(UsageError);
});

const schemaFile = new URL("../../../generated/openrpc/wire-form.schema.json", import.meta.url);

test("the schema for editors accepts what the lint accepts", () => {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as Schema;
  const validator = new Validator(schema, "2020-12", false);
  const document: unknown = parse(readFileSync(new URL("example-custom.yaml", folder), "utf8"));
  expect(validator.validate(document).errors).toEqual([]);
  expect(lintProfile(document)).toEqual([]);
  expect(validator.validate({ name: "x", request: "parms" }).valid).toBe(false);
});

test("a profile has the dialect of the one that it is made from", () => {
  expect(custom).toMatchObject({ dialect: "canonical", isLeagueForm: false });
  expect(bundledProfiles().filter((name) => loadProfile(name).dialect === "flat")).toEqual(["flat"]);
  expect(bundledProfiles().filter((name) => loadProfile(name).isLeagueForm)).toEqual([
    "canonical",
    "flat",
    "mcp",
  ]);
});
