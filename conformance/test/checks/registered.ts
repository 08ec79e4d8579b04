/** A few checks of the tests' own, so that no test of the engine depends on what the real ones look like. */
import { type RegisteredCheck, register } from "../../src/checks/registry.js";
import echoesMatch from "./echoes-match.js";
import join from "./join.js";
import observes from "./observes.js";

export async function testChecks(): Promise<RegisteredCheck[]> {
  return [
    register(echoesMatch, "player", "test"),
    register(join, "player", "test"),
    register(observes, "transport", "test"),
  ];
}
