/**
 * The reference agents, at their defaults, conform in every wire form of other leagues, except for one failure and the
 * checks in LENIENT. A sample of the forms here, all with `FULL=1`; the self-test covers the forms of league.v2.
 */
import { expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { loadChecks } from "../checks/registry.js";
import { bundledProfiles } from "../profiles/load.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import { tryReference } from "./trial.js";

const checks = await loadChecks();
const HARMLESS: readonly string[] = ["pass", "not-applicable", "not-exercised"];

/**
 * Behaviour that the SDK accepts from agents of other leagues, but that clauses forbid: see its `docs/forms.md`. A
 * referee that may start matches on an announcement is not sent the first one.
 */
const LENIENT: readonly string[] = [
  "referee/choice/asks-again-after-invalid-choice",
  "referee/reply/other-conversation",
  "manager/end/tells-referees",
  "transport/error/other-message-type",
  // Agents of other leagues leave `jsonrpc` out.
  "transport/response/no-request",
];

/** A league with a referee that only acknowledges announcements lasts longer than the suite observes it. */
const UNDECIDED = "announcement-start manager/matches/repeated-unanswered";

/** The slowest groups, which are the same in any form, such as a series of 160 matches: they run in these two forms. */
const LONG_GROUPS = /^[a-z]+\/(hostile|limit|negative|robustness|session)\//;
const WITH_ALL_GROUPS: readonly string[] = ["same-role", "request-reply"];
const shortened = checks.filter(
  ({ check }) => !LONG_GROUPS.test(check.id) && !OF_WHOLE_SERIES.includes(check.id),
);

/** One form of each kind. Referees and managers, whose runs take longest, are sampled with `FULL=1` too. */
const SAMPLE: readonly string[] = [
  "same-role",
  "bare",
  "request-reply",
  "nested-tools",
  "explicit-nulls",
  "announcement-start",
];
/** Forms of one message only, sent to a referee's path for it: no agent uses them for other messages. */
const OF_ONE_MESSAGE = ["http-run-match", "http-register"];
const forms = bundledProfiles().filter(
  (wire) => !LEAGUE_FORMS.includes(wire) && !OF_ONE_MESSAGE.includes(wire),
);
const players = forms.map((wire) => [wire, "player"] as const);
const others = SAMPLE.flatMap((wire) => [[wire, "referee"] as const, [wire, "manager"] as const]);
const cases = [...oneIn(7, players), ...oneIn(7, others)];

test.each(cases)("%s: the reference %s", async (wire, role) => {
  const chosen = WITH_ALL_GROUPS.includes(wire) ? checks : shortened;
  const trial = { seed: 1, wire, checks: chosen };
  const results = [...(await tryReference(role, trial)).values()];
  const isKnown = (id: string) => LENIENT.includes(id) || `${wire} ${id}` === UNDECIDED;
  const wrong = results.filter(({ id, verdict }) => !HARMLESS.includes(verdict) && !isKnown(id));
  expect(wrong.map(({ id, verdict, diagnosis = "" }) => `${verdict} ${id}: ${diagnosis}`)).toEqual([
    expect.stringContaining("fail transport/wire/league-form"),
  ]);
  expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(chosen.length / 5);
});
