import { describe, expect, it } from "vitest";
import { readAcceptance } from "./acceptance.js";

const read = (result: object) => readAcceptance({ jsonrpc: "2.0", id: 1, result }, "player");

describe("an acceptance", () => {
  it("is an id with a token, with any other members; the id may be a number", () => {
    const answer = { agent_id: 2, token: "t", heartbeat_interval: 5 };
    expect(read(answer)).toMatchObject({ status: "ACCEPTED", id: "2", auth_token: "t" });
  });

  it("has its id in the only member whose name ends with id", () => {
    expect(read({ status: "ok", pid: "P04", league_id: "L", match_id: "M" })).toMatchObject({ id: "P04" });
    expect(read({ status: "ok", pid: "P04", other_id: "P05" })).toBeUndefined();
    expect(read({ Status: "ok", PlayerId: "P04", AuthToken: "t" })).toMatchObject({
      id: "P04",
      auth_token: "t",
    });
  });

  it.each([
    ["an id alone", { agent_id: 2 }],
    ["a token alone", { token: "t" }],
    ["a number of another meaning", { token: "t", count: 2 }],
  ])("is not %s", (_, answer) => expect(read(answer)).toBeUndefined());

  it("is no text that refuses, even with an id and a token", () => {
    const answer = { status: "REJECTED", player_id: "P01", token: "t", reason: "full" };
    expect(read(answer)).toMatchObject({ status: "REJECTED", reason: "full" });
  });
});
