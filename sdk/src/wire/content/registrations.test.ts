/** Descriptions of agents and acceptances in other shapes than those of the documents. */
import { describe, expect, it } from "vitest";
import { readAcceptance, readApplicant } from "./registrations.js";

const described = { display_name: "Alpha", endpoint: "http://127.0.0.1:8101/mcp" };
const read = (message: Record<string, unknown>) => readApplicant({ name: "register_player", message });

it.each(["data", "info", "anything"])("the description is read in %s", (name) => {
  expect(read({ message_type: "LEAGUE_REGISTER_REQUEST", [name]: described })).toMatchObject(described);
});

it("the address in the message takes precedence over that of an object in it", () => {
  expect(read({ ...described, data: { endpoint: "http://127.0.0.1:9/mcp" } })).toMatchObject(described);
  const two = { message_type: "LEAGUE_REGISTER_REQUEST", first: described, second: described };
  expect(read(two)?.endpoint).toBeUndefined();
});

const accepted = (result: object) => readAcceptance({ jsonrpc: "2.0", id: 1, result }, "player");

describe("an acceptance", () => {
  it("is an id with a token, with any other members; the id may be a number", () => {
    const answer = { agent_id: 2, token: "t", heartbeat_interval: 5 };
    expect(accepted(answer)).toMatchObject({ status: "ACCEPTED", id: "2", auth_token: "t" });
  });

  it("has its id in the only member whose name ends with id", () => {
    expect(accepted({ status: "ok", pid: "P04", league_id: "L", match_id: "M" })).toMatchObject({
      id: "P04",
    });
    expect(accepted({ status: "ok", pid: "P04", other_id: "P05" })).toBeUndefined();
    expect(accepted({ Status: "ok", PlayerId: "P04", AuthToken: "t" })).toMatchObject({
      id: "P04",
      auth_token: "t",
    });
  });

  it.each([
    ["an id alone", { agent_id: 2 }],
    ["a token alone", { token: "t" }],
    ["a number of another meaning", { token: "t", count: 2 }],
  ])("is not %s", (_, answer) => expect(accepted(answer)).toBeUndefined());

  it("is no text that refuses, even with an id and a token", () => {
    const answer = { status: "REJECTED", player_id: "P01", token: "t", reason: "full" };
    expect(accepted(answer)).toMatchObject({ status: "REJECTED", reason: "full" });
  });
});
