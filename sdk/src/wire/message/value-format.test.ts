/** Ids in the formats of other agents, and back. */
import { expect, it } from "vitest";
import { ProfileCodec } from "../form/profile-codec.js";
import { bundledProfile } from "../form/profiles.js";
import { fromWire, toWire } from "../form/rules.js";
import { asUuid, formatOfPattern, inFormat, isValueFormat } from "./value-format.js";

it.each([
  ["R2M13", "number", 2013],
  ["P07", "number", 7],
  ["alpha", "number", expect.any(Number)],
  ["R2M13", "M-{number}", "M-2013"],
  ["R2M1", "M{number:3}", "M201"],
  ["P02", "player:{id}", "player:P02"],
  [3, "text", "3"],
  ["R1M1", "uuid", expect.stringMatching(/^[0-9a-f-]{36}$/)],
  [null, "number", null],
])("%s in the format %s is %s", (value, format, written) => {
  expect(inFormat(value, format)).toEqual(written);
});

it("ids of different matches and players differ in each format", () => {
  const rounds = [1, 2, 3, 10, 21];
  const ids = rounds.flatMap((round) => rounds.map((match) => `R${round}M${match}`));
  for (const format of ["number", "M-{number}", "{id}", "uuid"])
    expect(new Set(ids.map((id) => inFormat(id, format))).size).toBe(ids.length);
});

it.each([
  [String.raw`^M-\d+$`, "M-{number}"],
  ["^match_[0-9]{3}$", "match_{number:3}"],
  ["^player:.+$", "player:{id}"],
  ["^[A-Z]+$", "{id}"],
  ["^(a|b)$", undefined],
])("the pattern %s is the format %s", (pattern, format) => {
  expect(formatOfPattern(pattern)).toBe(format);
});

it("a received value is converted back to the original that was sent", () => {
  const rules = { formats: { "/match_id": "number", "/player_id": "number" } };
  const asked = { match_id: "R2M1", player_id: "P04" };
  const sent = toWire({ ...asked, round_id: 2 }, rules, {});
  expect(sent).toEqual({ match_id: 2001, player_id: 4, round_id: 2 });
  expect(fromWire({ match_id: 2001, player_id: 4 }, undefined, rules, asked)).toEqual(asked);
  expect(fromWire({ match_id: 3001 }, undefined, rules, asked)).toEqual({ match_id: 3001 });
});

it("added copies of a member have its format", () => {
  const rules = { formats: { "/player_id": "number" }, add: { "/player": "$recipient" } };
  expect(toWire({}, rules, { recipient: "P04" })).toEqual({ player: 4 });
});

it.each(["number", "text", "uuid", "M-{number}", "{number:3}"])("%s is a format", (format) => {
  expect(isValueFormat(format)).toBe(true);
});

it.each(["integer", "M-", "{other}", 3])("%s is no format", (format) => {
  expect(isValueFormat(format)).toBe(false);
});

it("a member with the name of a variable does not replace the variable", () => {
  const rules = { fill: { "/player_id": "$recipient" } };
  const answer = { recipient: "referee:REF01" };
  expect(fromWire(answer, undefined, rules, { recipient: "P03" })).toEqual({ ...answer, player_id: "P03" });
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

it("an id is converted to the same UUID each time, other ids to other UUIDs, and a UUID to itself", () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `conv-R${index}M1`);
  expect(new Set(ids.map(asUuid)).size).toBe(ids.length);
  for (const id of ids) expect(asUuid(id)).toMatch(uuid);
  expect(asUuid("conv-R1M1")).toBe(asUuid("conv-R1M1"));
  const own = asUuid("conv-R1M1");
  expect(asUuid(own)).toBe(own);
});

it("a request in the flat form has a UUID, and its answer is read with the original id", () => {
  const profile = bundledProfile("flat");
  if (profile === undefined) throw new Error("there is no flat form");
  const codec = new ProfileCodec(profile);
  const message = { message_type: "CHOOSE_PARITY_CALL", conversation_id: "conv-R1M1", match_id: "R1M1" };
  const { params } = codec.request("CHOOSE_PARITY_CALL", message, 1) as {
    params: { conversation_id: string };
  };
  expect(params.conversation_id).toMatch(uuid);
  const body = {
    jsonrpc: "2.0",
    id: 1,
    result: { message_type: "PARITY_CHOICE", choice: "even", conversation_id: params.conversation_id },
  };
  const known = { conversation_id: "conv-R1M1" };
  expect(codec.decodeReply(body, "CHOOSE_PARITY_CALL", known)?.conversation_id).toBe("conv-R1M1");
});
