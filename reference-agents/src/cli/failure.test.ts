import { RegistrationFailed, StartupError } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { exitCodeOf, lineOf } from "./failure.js";

describe("a failure", () => {
  it.each([
    [
      new StartupError("INVALID_CONFIG", "line one\n  line two.", "Fix it."),
      "INVALID_CONFIG: line one line two. Fix it.",
    ],
    [
      new RegistrationFailed("unreachable (ECONNREFUSED)", false),
      "REGISTRATION_FAILED: no registration with the league manager: unreachable (ECONNREFUSED). Start the league manager first, and check the address given with --league.",
    ],
  ])("is one line if the user can correct it: %s", (error, line) => {
    expect(lineOf(error)).toBe(line);
    expect(exitCodeOf(error)).toBe(1);
  });

  it("has a stack trace if it is a bug of this program", () => {
    expect(lineOf(new TypeError("oops"))).toMatch(/^INTERNAL_ERROR: TypeError: oops\n\s+at /);
    expect(exitCodeOf(new TypeError("oops"))).toBe(1);
  });
});
