import { describe, expect, it } from "vitest";
import { redact, redactText } from "./redact.js";

const token = "0123456789abcdef0123456789abcdef";

describe("redaction", () => {
  it("replaces tokens at any depth and touches nothing else", () => {
    const message = {
      auth_token: token,
      match_id: "R1M1",
      inner: [{ auth_token: token }, null, 3],
      other: { auth_token: null },
    };
    expect(redact(message)).toEqual({
      auth_token: "[redacted]",
      match_id: "R1M1",
      inner: [{ auth_token: "[redacted]" }, null, 3],
      other: { auth_token: null },
    });
    expect(message.auth_token).toBe(token);
  });

  it.each([
    ["JSON", JSON.stringify({ auth_token: token, id: 1 })],
    ["JSON with spaces", JSON.stringify({ auth_token: token, id: 1 }, null, 2)],
    ["JSON inside of JSON", JSON.stringify(JSON.stringify({ auth_token: token }))],
    ["a query", `auth_token=${token}, and more`],
    ["words", `auth_token: ${token}`],
  ])("finds a token in %s", (_name, text) => {
    expect(redactText(text)).not.toContain(token);
    expect(redactText(text)).toContain("[redacted]");
  });

  it("leaves texts without a token alone", () => {
    expect(redactText('a message needs its "auth_token"')).toBe('a message needs its "auth_token"');
    expect(redactText("nothing here")).toBe("nothing here");
  });
});
