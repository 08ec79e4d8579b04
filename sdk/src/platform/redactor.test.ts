import { describe, expect, it } from "vitest";
import { Redactor } from "./redactor.js";

const token = "0123456789abcdef0123456789abcdef";

describe("redaction", () => {
  it("replaces tokens at any depth, and no other values", () => {
    const message = {
      auth_token: token,
      match_id: "R1M1",
      inner: [{ auth_token: token }, null, 3],
      other: { auth_token: null },
    };
    expect(new Redactor().value(message)).toEqual({
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
    ["a complaint", `/auth_token is ["${token}"] (an array); it must be a string`],
  ])("finds a token in %s", (_name, text) => {
    expect(new Redactor().text(text)).not.toContain(token);
    expect(new Redactor().text(text)).toContain("[redacted]");
  });

  it("does not change texts without a token", () => {
    expect(new Redactor().text('a message needs its "auth_token"')).toBe('a message needs its "auth_token"');
    expect(new Redactor().text("nothing here")).toBe("nothing here");
  });

  it("replaces a known token under any name", () => {
    const redactor = new Redactor();
    redactor.value({ auth_token: token });
    expect(redactor.value({ note: `got ${token}`, [token]: [token, 7] })).toEqual({
      note: "got [redacted]",
      "[redacted]": ["[redacted]", 7],
    });
    expect(redactor.text(`HTTP 500: ${token}`)).toBe("HTTP 500: [redacted]");
    expect(redactor.message({ auth_token: token, echo: token })).toEqual({ echo: "[redacted]" });
  });

  it("ignores short secrets, and removes the oldest above the limit", () => {
    const redactor = new Redactor();
    redactor.value({ auth_token: "none" });
    expect(redactor.text("none of them")).toBe("none of them");
    for (let n = 0; n < 1000; n++) redactor.learn(`secret-number-${n}`);
    expect(redactor.text("secret-number-1 secret-number-999")).toBe("secret-number-1 [redacted]");
  });
});
