/** The example of a profile, and what belongs to no one form; `forms.test.ts` has the reference agents in every form. */
import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import * as examples from "@league-v2/contract/canonical/examples";
import { lintProfile } from "@league-v2/sdk/wire";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { pascal } from "../oracle/received-form.js";
import { Codec } from "./codec.js";
import { bundledProfiles, loadProfile, ProfileError } from "./load.js";

const folder = new URL("../../profiles/", import.meta.url);
const custom = loadProfile(new URL("example-custom.yaml", folder).pathname);
const VARIABLES = { player_a: "P01", player_b: "P02", recipient: "P01" };

function exampleOf(type: string): JsonObject {
  const name = pascal(type);
  const list: unknown = (examples as Readonly<Record<string, unknown>>)[
    `${name.charAt(0).toLowerCase()}${name.slice(1)}Examples`
  ];
  const [first] = Array.isArray(list) ? list : [];
  return isObject(first) ? first : {};
}

test("the example says in data what the agent says on the wire", () => {
  const codec = new Codec(custom);
  expect(codec.reply("CHOOSE_PARITY_RESPONSE", exampleOf("CHOOSE_PARITY_RESPONSE"), 4)).toMatchObject({
    id: 4,
    result: { message_type: "PARITY_CHOICE", sender: "P01", choice: "EVEN" },
  });
  expect(codec.request("GAME_INVITATION", exampleOf("GAME_INVITATION"), 5, VARIABLES)).toMatchObject({
    method: "handle_message",
    params: { message: { sender: "REF01", game_invitation: { match_id: "R1M1", player_id: "P01" } } },
  });
  expect(codec.message("GAME_OVER", exampleOf("GAME_OVER"), VARIABLES)).toMatchObject({
    winner: "P01",
    drawn_number: 8,
    player_a_choice: "EVEN",
    player_b_choice: "ODD",
  });
});

test("and the other way round", () => {
  const codec = new Codec(custom);
  const choice = {
    protocol: "league.v2",
    message_type: "PARITY_CHOICE",
    sender: "P07",
    match_id: "R1M1",
    choice: "ODD",
  };
  expect(codec.decodeReply({ jsonrpc: "2.0", id: 1, result: choice }, "CHOOSE_PARITY_CALL")).toMatchObject({
    message_type: "CHOOSE_PARITY_RESPONSE",
    sender: "player:P07",
    parity_choice: "odd",
  });
  expect(
    codec.decodeReply({ result: { message_type: "GAME_JOIN_ACK" } }, "GAME_INVITATION", { recipient: "P07" }),
  ).toMatchObject({ accept: true, player_id: "P07" });
  const over = codec.message("GAME_OVER", exampleOf("GAME_OVER"), VARIABLES);
  expect(
    codec.decodeRequest({ jsonrpc: "2.0", method: "handle_message", params: { message: over } }, VARIABLES),
  ).toMatchObject({
    type: "GAME_OVER",
    message: {
      game_result: { winner_player_id: "P01", drawn_number: 8, choices: { P01: "even", P02: "odd" } },
    },
  });
});

test("a profile that does not exist, or extends itself, is reported", () => {
  expect(() => loadProfile("canonicle")).toThrow(/did you mean "canonical"/);
  expect(() => loadProfile("./no/such/file.yaml")).toThrow(ProfileError);
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
