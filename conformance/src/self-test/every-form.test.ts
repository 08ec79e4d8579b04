/** The reference agents conform in every wire form: what is not of league.v2 costs one failure, and nothing else. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { bundledProfiles } from "../profiles/load.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import type { Role } from "../types.js";
import { tryReference } from "./trial.js";

const checks = await loadChecks();
const roles: readonly Role[] = ["player", "referee", "manager"];
const HARMLESS: readonly string[] = ["pass", "not-applicable", "not-exercised"];

/** One of each place, habit and way to start a match; the full self-test takes all of them for every role. */
const SAMPLE: readonly string[] = [
  "flat",
  "mcp",
  "same-role",
  "bare",
  "request-reply",
  "nested-tools",
  "explicit-nulls",
  "announcement-start",
];
const cases = bundledProfiles().flatMap((wire) =>
  roles.filter((role) => role === "player" || SAMPLE.includes(wire)).map((role) => [wire, role] as const),
);

test.each(cases)(
  "%s: the reference %s",
  async (wire, role) => {
    const results = [...(await tryReference(role, { seed: 1, wire, checks })).values()];
    const amiss = results.filter(({ verdict }) => !HARMLESS.includes(verdict));
    expect(amiss.map(({ id, verdict, diagnosis = "" }) => `${verdict} ${id}: ${diagnosis}`)).toEqual(
      LEAGUE_FORMS.includes(wire) ? [] : [expect.stringContaining("fail transport/wire/league-form")],
    );
    expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(checks.length / 5);
  },
  60_000,
);
