/**
 * The reference agents, at their defaults, conform in every wire form of other leagues, except for one failure and the
 * checks in LENIENT. A sample of the forms here, all with `FULL=1`; the self-test covers the forms of league.v2.
 */
import { expect, test } from "vitest";
import { isFull, oneIn } from "../../../tools/gate/one-in.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { loadChecks } from "../checks/registry.js";
import { isObject } from "../json/pointer.js";
import { all, changeCall } from "../mutants/fault-injection.js";
import { mutant } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { bundledProfiles } from "../profiles/load.js";
import { LEAGUE_FORMS } from "../profiles/types.js";
import { tryMutant, tryReference } from "./trial.js";

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

/** The slowest groups, which are the same in any form, such as a series of 160 matches: with `FULL=1`, in these two forms. */
const LONG_GROUPS = /^[a-z]+\/(hostile|limit|negative|robustness|session)\//;
const WITH_ALL_GROUPS: readonly string[] = isFull ? ["same-role", "request-reply"] : [];
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

// In a form without JSON-RPC the clauses about JSON-RPC do not apply; only the clause about the wire form fails.

const ofRpc = [
  "transport/id/echoed",
  "transport/id/in-every-answer",
  "transport/response/unknown-method",
  "transport/batch/empty",
  "transport/hostile/method-proto",
];

test.each([
  ["bare", "not-applicable"],
  ["handle-message", "pass"],
])("in the form %s they are %s", async (wire, verdict) => {
  const some = checks.filter(({ check }) => ofRpc.includes(check.id));
  const results = [...(await tryReference("player", { seed: 1, wire, checks: some })).values()];
  expect(results.map((one) => `${one.id} ${one.verdict}`).toSorted()).toEqual(
    ofRpc.map((id) => `${id} ${verdict}`).toSorted(),
  );
});

test.each(["flat", "mcp"])("in %s, positional params are refused as such", async (wire) => {
  const id = "transport/error/positional-params";
  const some = checks.filter(({ check }) => check.id === id);
  const result = (await tryReference("player", { seed: 1, wire, checks: some })).get(id);
  expect(result?.verdict, result?.diagnosis).toBe("pass");
});

// A league manager that names counts otherwise, or leaves them out: a fault in the forms of the documents only.

const COUNTS = [
  "manager/rounds/completion-after-each",
  "manager/rounds/counts-every-report",
  "manager/standings/points",
];

const withOtherCounts = mutant({
  id: "manager:names-counts-otherwise",
  fault: "Names matches_played otherwise, and leaves wins, draws and losses out of the final standings.",
  inject: all(
    changeCall("ROUND_COMPLETED", ({ matches_played, ...others }) => ({
      ...others,
      matches_completed: matches_played ?? 0,
    })),
    changeCall("LEAGUE_COMPLETED", ({ final_standings, ...others }) => ({
      ...others,
      final_standings: (Array.isArray(final_standings) ? final_standings : [])
        .filter(isObject)
        .map(({ wins: _wins, draws: _draws, losses: _losses, ...row }) => row),
    })),
  ),
});

test.each([
  ["canonical", "fail"],
  ["message-param", "pass"],
])("in the form %s the checks of these counts %s", async (wire, verdict) => {
  const some = checks.filter(({ check }) => COUNTS.includes(check.id));
  const results = await tryMutant(withOtherCounts, "manager", { seed: 1, wire, checks: some });
  expect([...results.values()].map((one) => `${one.id} ${one.verdict}`).toSorted()).toEqual(
    COUNTS.map((id) => `${id} ${verdict}`).toSorted(),
  );
});

test("points that are wrong are found in any form", async () => {
  const wrong = mutant({
    ...withOtherCounts,
    inject: changeCall("LEAGUE_COMPLETED", ({ final_standings, ...others }) => ({
      ...others,
      final_standings: (Array.isArray(final_standings) ? final_standings : [])
        .filter(isObject)
        .map((row) => ({ player_id: row.player_id ?? "", points: Number(row.points) + 1 })),
    })),
  });
  const some = checks.filter(({ check }) => check.id === "manager/standings/points");
  const results = await tryMutant(wrong, "manager", { seed: 1, wire: "message-param", checks: some });
  expect(results.get("manager/standings/points")?.verdict).toBe("fail");
});

// The checks that apply to the flat dialect only: the self-test tries their faults in it.

const flat = checks.filter(({ check }) => /\/flat-/.test(check.id));

const mutants = await loadMutants();

test("a choice in capitals gives only a warning", async () => {
  const fault = mutants.find(({ id }) => id === "player:flat-chooses-in-capitals");
  if (fault === undefined) throw new Error("the mutant is missing");
  const results = await tryMutant(fault, "player", { seed: 1, wire: "flat", checks: flat });
  expect([...results.values()].map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    "player/choice/flat-valid-parity pass",
    "player/choice/flat-lower-case warn",
  ]);
});
