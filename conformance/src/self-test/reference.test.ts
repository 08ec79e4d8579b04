/** Which checks have nothing to see on each reference agent. The self-test accepts such a verdict; this list is complete. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import type { Role } from "../types.js";
import { tryReference } from "./trial.js";

const checks = await loadChecks();

const NOTHING_TO_SEE: Readonly<Record<Role, readonly string[]>> = {
  player: [
    // Two checks speak of the flat dialect alone.
    "player/choice/flat-lower-case not-applicable",
    "player/choice/flat-valid-parity not-applicable",
    // A player makes one call in its life.
    "transport/outgoing/ids-at-once not-exercised",
    "transport/outgoing/other-ids not-exercised",
  ],
  referee: ["referee/choice/flat-any-case not-applicable", "referee/loss/flat-at-once not-applicable"],
  // A league manager has no token.
  manager: ["transport/robustness/keeps-its-own-token not-applicable"],
};

test.each(Object.entries(NOTHING_TO_SEE) as [Role, readonly string[]][])(
  "the reference %s passes every check but those that do not apply to it",
  async (role, expected) => {
    const results = [...(await tryReference(role, { seed: 1, wire: "canonical", checks })).values()];
    const others = results.filter(({ verdict }) => verdict !== "pass");
    expect(others.map(({ id, verdict }) => `${id} ${verdict}`).toSorted()).toEqual(expected);
  },
);
