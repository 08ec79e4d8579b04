import { describe, expect, it } from "vitest";
import { sameSecret } from "../../domain/tokens.js";
import { assertToken } from "./permission.js";

const code = (expected: string) => expect.objectContaining({ code: expected });

it("a debugging view is for the agent's own token only", () => {
  expect(() => assertToken({ auth_token: "secret" }, "secret")).not.toThrow();
  expect(() => assertToken({}, "secret")).toThrow(code("E011"));
  expect(() => assertToken({ auth_token: "other" }, "secret")).toThrow(code("E012"));
  expect(() => assertToken({ auth_token: "undefined" }, undefined)).toThrow(code("E012"));
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
