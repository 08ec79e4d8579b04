/**
 * The reference agents conform in every wire form of other leagues, which costs one failure and nothing else. The
 * self-test runs them in the forms of league.v2.
 */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { bundledProfiles } from "../profiles/load.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import type { Role } from "../types.js";
import { tryReference } from "./trial.js";

const checks = await loadChecks();
const roles: readonly Role[] = ["player", "referee", "manager"];
const HARMLESS: readonly string[] = ["pass", "not-applicable", "not-exercised"];

/** From a player of another league, a referee of the SDK takes a choice in any case: see its `docs/leniency.md`. */
const LENIENT = "referee/choice/asks-again-after-nonsense";

/** One of each place, habit and way to start a match; for players, every form. */
const SAMPLE: readonly string[] = [
  "same-role",
  "bare",
  "request-reply",
  "nested-tools",
  "explicit-nulls",
  "announcement-start",
];
const cases = bundledProfiles()
  .filter((wire) => !LEAGUE_FORMS.includes(wire))
  .flatMap((wire) =>
    roles.filter((role) => role === "player" || SAMPLE.includes(wire)).map((role) => [wire, role] as const),
  );

test.each(cases)(
  "%s: the reference %s",
  async (wire, role) => {
    const results = [...(await tryReference(role, { seed: 1, wire, checks })).values()];
    const amiss = results.filter(({ id, verdict }) => !HARMLESS.includes(verdict) && id !== LENIENT);
    expect(amiss.map(({ id, verdict, diagnosis = "" }) => `${verdict} ${id}: ${diagnosis}`)).toEqual([
      expect.stringContaining("fail transport/wire/league-form"),
    ]);
    expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(checks.length / 5);
  },
  60_000,
);
