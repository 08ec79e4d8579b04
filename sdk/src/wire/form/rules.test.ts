/** The rules of a profile, each in both directions. */
import { describe, expect, it, test } from "vitest";
import type { MessageRules, ProfileDocument } from "../message/types.js";
import { lintProfile } from "./lint.js";
import { ProfileCodec, readRounds } from "./profile-codec.js";
import { bundledDocument, resolveProfile } from "./profiles.js";
import { fromWire, toWire } from "./rules.js";

const own = { name: "own", title: "Own", description: "Own.", extends: "loose" };
const codecOf = (document: Partial<ProfileDocument>) =>
  new ProfileCodec(resolveProfile({ ...own, ...document }, bundledDocument));

const invitation = {
  message_type: "GAME_INVITATION",
  match_id: "R1M1",
  league_id: "L",
  round_id: 1,
  opponent_id: "P02",
};

describe("nest", () => {
  const rules: MessageRules = {
    nest: "game_invitation",
    beside: ["match_id", "kind"],
    add: {
      "/player_id": "$recipient",
      "/league_id": "$league_id",
      "/kind": "invitation",
      "/game_invitation/variant": 1,
    },
  };
  const wire = {
    message_type: "GAME_INVITATION",
    match_id: "R1M1",
    league_id: "L",
    kind: "invitation",
    game_invitation: { league_id: "L", round_id: 1, opponent_id: "P02", player_id: "P01", variant: 1 },
  };

  it("nest keeps the members of beside outside, and add writes members outside and inside", () => {
    expect(toWire(invitation, rules, { recipient: "P01" })).toEqual(wire);
    expect(fromWire(wire, "GAME_INVITATION", rules, {})).toEqual(invitation);
  });

  it("nest reads a copied member that the peer writes only outside", () => {
    const { league_id: _, ...inner } = wire.game_invitation;
    const read = fromWire({ ...wire, game_invitation: inner }, "GAME_INVITATION", rules, {});
    expect(read).toMatchObject({ league_id: "L", opponent_id: "P02" });
  });
});

describe("aliases", () => {
  const rules: MessageRules = {
    aliases: { "/parity_choice": ["/choice", "/answer/pick"] },
    values: {
      "/parity_choice": [
        ["even", "even"],
        ["odd", "odd"],
      ],
    },
  };

  it.each([[{ choice: "EVEN" }], [{ answer: { pick: "Even" } }], [{ parity_choice: "even" }]])(
    "reads %j as a choice",
    (wire) => {
      expect(fromWire(wire, undefined, rules, {})).toEqual({ parity_choice: "even" });
    },
  );

  it("aliases skip a value without a canonical one", () => {
    const read = fromWire({ choice: "accepted", answer: { pick: "odd" } }, undefined, rules, {});
    expect(read).toEqual({ choice: "accepted", parity_choice: "odd" });
  });
});

test("blank is written for an absent or null member, and is read as absent", () => {
  const rules: MessageRules = { blank: { "/auth_token": "", "/drawn_number": 0 } };
  const wire = { match_id: "R1M1", auth_token: "", drawn_number: 0 };
  expect(toWire({ match_id: "R1M1", drawn_number: null }, rules, {})).toEqual(wire);
  expect(fromWire(wire, undefined, rules, {})).toEqual({ match_id: "R1M1" });
});

describe("times", () => {
  const message = { message_type: "GAME_JOIN_ACK", timestamp: "2026-01-02T03:04:05.678Z" };

  it.each([
    ["fraction", "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
    ["seconds", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
    ["offset", "2026-01-02T03:04:05.678+00:00", "2026-01-02T03:04:05.678Z"],
    ["offset_seconds", "2026-01-02T03:04:05+00:00", "2026-01-02T03:04:05.000Z"],
    ["unix", 1767323045, "2026-01-02T03:04:05.000Z"],
    ["unix_ms", 1767323045678, "2026-01-02T03:04:05.678Z"],
  ] as const)("are written in the style %s and read back", (times, written, read) => {
    const codec = codecOf({ times, envelope: { ignore: [] }, extends: "canonical" });
    const body = codec.request("GAME_INVITATION", { ...message, message_type: "GAME_INVITATION" }, 1);
    expect(body).toHaveProperty("params.timestamp", written);
    expect(codec.decodeRequest(body)?.message.timestamp).toBe(read);
  });

  it("without a zone are read as UTC", () => {
    const codec = codecOf({ times: "seconds", extends: "canonical" });
    const body = { method: "choose_parity", params: { deadline: "2026-01-02T03:04:05" } };
    expect(codec.decodeRequest(body)?.message.deadline).toBe("2026-01-02T03:04:05.000Z");
  });
});

it.each([
  ["tools_call", "arguments"],
  ["params", "params"],
] as const)("wrap writes the whole message of %s into one member", (request, at) => {
  const codec = codecOf({ request, wrap: "payload" });
  const body = codec.request("GAME_INVITATION", invitation, 1) as Record<string, unknown>;
  const params = at === "params" ? body : (body.params as Record<string, unknown>);
  expect(params[at]).toEqual({ payload: invitation });
  expect(codec.decodeRequest(body)?.message).toMatchObject(invitation);
});

it("all_names writes the players of an order under all usual names, also in a user's own form", () => {
  const codec = codecOf({ messages: { RUN_MATCH: { all_names: true, rename: { player_A_id: "home" } } } });
  const body = codec.request("RUN_MATCH", { player_A_id: "P01", player_B_id: "P02" }, 1);
  expect(body).toMatchObject({ params: { home: "P01", player_a: "P01", player_2_id: "P02" } });
});

describe("a rule about a member that the message does not have is a fault", () => {
  const faultsOf = (rules: MessageRules) =>
    lintProfile({ ...own, messages: { GAME_INVITATION: rules } }).map(({ pointer }) => pointer);

  it.each<[string, MessageRules]>([
    ["rename/parity_choice", { rename: { parity_choice: "choice" } }],
    ["move/0/from", { move: [{ from: "/context/round_id", to: "/round" }] }],
    ["values//role", { values: { "/role": [["PLAYER_A", "A"]] } }],
    ["aliases//opponent", { aliases: { "/opponent": ["/rival"] } }],
    ["ignore/0", { ignore: ["/deadline"] }],
  ])("%s", (pointer, rules) => {
    expect(faultsOf(rules)).toEqual([`/messages/GAME_INVITATION/${pointer}`]);
  });

  it.each<[string, Partial<ProfileDocument>]>([
    ["beside", { messages: { GAME_OVER: { beside: ["match_id"] } } }],
    ["rename/match_id", { messages: { GAME_OVER: { rename: { match_id: "match_id" } } } }],
    ["rename/match_id", { messages: { GAME_OVER: { rename: { match_id: "game" }, omit: ["/match_id"] } } }],
    ["move/0", { messages: { GAME_OVER: { move: [{ from: "/match_id", to: "/match_id" }] } } }],
    ["blank//match_id", { messages: { GAME_OVER: { blank: { "/match_id": "" }, omit: ["/match_id"] } } }],
    ["fill//game/match_id", { messages: { GAME_OVER: { nest: "game", fill: { "/game/match_id": "M1" } } } }],
    ["omit/0", { messages: { GAME_OVER: { nest: "game", omit: ["/game/match_id"] } } }],
    ["all_names", { messages: { GAME_OVER: { all_names: true } } }],
    ["method", { request: "bare", reply: "bare", messages: { GAME_OVER: { method: "end" } } }],
    ["method", { extends: "bare", messages: { GAME_OVER: { method: "end" } } }],
    ["/GAME_OVER_ACK/method", { messages: { GAME_OVER_ACK: { method: "end" } } }],
    ["/wrap", { request: "bare", wrap: "payload" }],
  ])("a rule without effect: %s", (at, members) => {
    const [fault, ...others] = lintProfile({ ...own, ...members });
    expect(fault?.pointer.endsWith(at), JSON.stringify(fault)).toBe(true);
    expect(fault?.problem).toContain("no effect");
    expect(others).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["/request", { request: "parms" }, "params"],
    ["/extend", { extend: "loose" }, ""],
    ["/messages/GAME_OVR", { messages: { GAME_OVR: {} } }, "GAME_OVER"],
    ["/messages/GAME_OVER/add//x", { messages: { GAME_OVER: { add: { "/x": "$player_c" } } } }, "player_"],
    ["/messages/GAME_OVER/formats/~1x", { messages: { GAME_OVER: { formats: { "/x": "id" } } } }, ""],
    ["/split", { split: { envelope: "body", payload: "body" } }, "two"],
  ])("%s of a file that is not written as a form is, with a hint", (pointer, members, hint) => {
    const [fault, ...others] = lintProfile({ ...own, ...members });
    expect([fault?.pointer, others]).toEqual([pointer, []]);
    expect(fault?.hint ?? "").toContain(hint);
  });

  it("the hint names the intended member", () => {
    const [fault] = lintProfile({
      ...own,
      messages: { GAME_INVITATION: { rename: { oponent_id: "rival" } } },
    });
    expect(fault?.hint).toBe('did you mean "/opponent_id"?');
  });

  it("a profile about members that the message has has no fault", () => {
    const rules: MessageRules = {
      nest: "invitation",
      beside: ["match_id"],
      fill: { "/round_id": 1 },
      add: { "/invitation/x": 1 },
      blank: { "/opponent_id": "" },
    };
    expect(faultsOf(rules)).toEqual([]);
  });
});

test.each([
  ["ROUND_2", 2],
  ["3", 3],
  ["second", "second"],
  ["R1-2", "R1-2"],
  [4, 4],
])("the round %s is read as %s", (round_id, expected) => {
  const message = { round_id, context: { round_id } };
  readRounds(message);
  expect(message).toEqual({ round_id: expected, context: { round_id: expected } });
});

test("a copy of a member under another name is read if the member is absent, and is removed in any case", () => {
  const rules = { rename: { a: "first" }, add: { "/one": "$a" }, aliases: { "/a": ["/one"] } };
  expect(toWire({ a: "x" }, rules, {})).toEqual({ first: "x", one: "x" });
  expect(fromWire({ first: "x", one: "x" }, undefined, rules, {})).toEqual({ a: "x" });
  expect(fromWire({ one: "x" }, undefined, rules, {})).toEqual({ a: "x" });
});
