import { describe, expect, it } from "vitest";
import { sameSecret } from "../../domain/tokens.js";
import { assertLeagueManager, assertReferee, assertToken } from "./permission.js";

const code = (expected: string) => expect.objectContaining({ code: expected });

describe("permission", () => {
  it("is granted to the exact sender league_manager only", () => {
    expect(() => assertLeagueManager({ sender: "league_manager" })).not.toThrow();
    for (const sender of ["league_manager:1", "LEAGUE_MANAGER", "player:P01", "referee:league_manager", ""]) {
      expect(() => assertLeagueManager({ sender })).toThrow(code("E012"));
    }
  });

  it("is granted to referees with a token", () => {
    expect(() => assertReferee({ sender: "referee:REF01", auth_token: "t" })).not.toThrow();
    expect(() => assertReferee({ sender: "referee:REF01" })).toThrow(code("E011"));
    expect(() => assertReferee({ sender: "referee:REF01", auth_token: null })).toThrow(code("E011"));
    expect(() => assertReferee({ sender: "player:P01", auth_token: "t" })).toThrow(code("E012"));
  });

  it("is granted for the agent's own token only", () => {
    expect(() => assertToken({ auth_token: "secret" }, "secret")).not.toThrow();
    expect(() => assertToken({}, "secret")).toThrow(code("E011"));
    expect(() => assertToken({ auth_token: "other" }, "secret")).toThrow(code("E012"));
    expect(() => assertToken({ auth_token: "undefined" }, undefined)).toThrow(code("E012"));
  });
});

describe("sameSecret", () => {
  it.each([
    ["secret", "secret", true],
    ["secret", "Secret", false],
    ["secre", "secret", false],
    ["secretsecret", "secret", false],
    ["", "secret", false],
    ["secret", "", false],
    ["", "", true],
    ["\u0000", "", false],
  ])("comparison of %j and %j: %s", (given, secret, same) => {
    expect(sameSecret(given, secret)).toBe(same);
  });
});
