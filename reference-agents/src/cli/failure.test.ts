import { RegistrationFailed, RegistrationRejected, StartupError } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { exitCodeOf, lineOf } from "./failure.js";

describe("a failure", () => {
  it.each([
    [
      new StartupError("PORT_IN_USE", "port 8000 on 127.0.0.1 is in use already", "Stop it."),
      "PORT_IN_USE: port 8000 on 127.0.0.1 is in use already. Stop it.",
    ],
    [
      new StartupError("INVALID_CONFIG", "line one\n  line two.", "Fix it."),
      "INVALID_CONFIG: line one line two. Fix it.",
    ],
    [
      new RegistrationRejected("League full"),
      "REGISTRATION_REJECTED: the league manager rejected the registration: League full. Fix what the reason names, such as the display name or the endpoint, and start again.",
    ],
    [
      new RegistrationFailed("unreachable (ECONNREFUSED)", false),
      "REGISTRATION_FAILED: no registration with the league manager: unreachable (ECONNREFUSED). Start the league manager first, and check the address given with --league.",
    ],
    [
      new RegistrationFailed("register_player to http://127.0.0.1:8000/mcp: HTTP 404", true),
      "REGISTRATION_FAILED: no registration with the league manager: register_player to http://127.0.0.1:8000/mcp: HTTP 404. Check the address given with --league, and the wire form: `league doctor URL` with that address says what answers there.",
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
