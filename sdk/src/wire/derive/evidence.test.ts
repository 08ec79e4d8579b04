/** The derivation of unknown names and members by their order, their schemas and the other members. */
import { expect, it } from "vitest";
import { deriveForm } from "./derive-form.js";
import { assignByOrder, receivedBy } from "./method-names.js";
import type { Exchange } from "./types.js";

const required = receivedBy.player.slice(0, 3);
const byOrder = (names: string[], found: [string, string][] = []) =>
  Object.fromEntries(assignByOrder(names, required, new Map(found), receivedBy.player));

it("listed names without a known word stand for the messages of a match in their order", () => {
  expect(byOrder(["get_info", "alpha", "beta", "gamma"])).toEqual({
    GAME_INVITATION: "alpha",
    CHOOSE_PARITY_CALL: "beta",
    GAME_OVER: "gamma",
  });
  // Between two known names, and not after the last one.
  const known: [string, string][] = [
    ["GAME_INVITATION", "invite"],
    ["GAME_OVER", "game_over"],
  ];
  expect(byOrder(["alpha", "invite", "beta", "game_over", "gamma"], known).CHOOSE_PARITY_CALL).toBe("beta");
  expect(byOrder(["invite", "game_over", "gamma"], known).CHOOSE_PARITY_CALL).toBeUndefined();
});

it("a member of its schema shows what a name without a known word stands for", () => {
  const tool = (name: string, member: string) => ({
    name,
    inputSchema: { type: "object", properties: { [member]: { type: "string" } }, required: [member] },
  });
  const tools = [tool("alpha", "game_result"), tool("beta", "role_in_match"), tool("gamma", "deadline")];
  const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const listed: Exchange = {
    by: "us",
    request,
    status: 200,
    reply: { jsonrpc: "2.0", id: 1, result: { tools } },
  };
  const { messages } = deriveForm("own", "player", [listed])?.document ?? {};
  expect(messages?.GAME_INVITATION?.method).toBe("beta");
  expect(messages?.GAME_OVER?.method).toBe("alpha");
});

const refused = (type: string, name: string, message: string, more: object = {}): Exchange => ({
  ...{ by: "us", type, status: 200 },
  request: { jsonrpc: "2.0", id: 1, method: name, params: { message_type: type, match_id: "R1M1", ...more } },
  reply: { jsonrpc: "2.0", id: 1, error: { code: -32602, message } },
});

it("unknown members of an order are the players of the addresses that begin alike, and the match", () => {
  const missing = ["zeta", "left", "right", "left_url", "right_url"];
  const all = missing.map((name) => refused("RUN_MATCH", "run_match", `Missing required field: ${name}`));
  expect(deriveForm("own", "referee", all)?.document.messages?.RUN_MATCH?.add).toMatchObject({
    "/zeta": "$match_id",
    "/left": "$player_A_id",
    "/right": "$player_B_id",
    "/left_url": "$player_A_endpoint",
    "/right_url": "$player_B_endpoint",
  });
});

it("a member that is missed although it was sent as a text is the object with the content", () => {
  const miss = (more: object) =>
    refused("CHOOSE_PARITY_CALL", "choose_parity", "Missing required field: prompt", more);
  const nestOf = (seen: Exchange[]) =>
    deriveForm("own", "player", seen)?.document.messages?.CHOOSE_PARITY_CALL?.nest;
  expect(nestOf([miss({})])).toBeUndefined();
  expect(nestOf([miss({}), miss({ prompt: "R1M1" })])).toBe("prompt");
});
