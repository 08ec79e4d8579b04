/**
 * The reference agents, at their defaults, conform in every wire form of other leagues, except for one failure and the
 * checks in LENIENT: one of each role here, all with `FULL=1`. The self-test has them in the forms of league.v2, in which faults are found, too.
 */
import { expect, test } from "vitest";
import { isFull, oneIn } from "../../../tools/gate/one-in.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { appliesToDialect, loadChecks } from "../checks/registry.js";
import { breaksClauseOf, roleOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { LEAGUE_FORMS } from "../profiles/codec.js";
import { bundledProfiles } from "../profiles/load.js";
import { tryMutant, tryReference } from "./trial.js";

const [checks, mutants] = await Promise.all([loadChecks(), loadMutants()]);
const HARMLESS: readonly string[] = ["pass", "not-applicable", "not-exercised"];

/**
 * Behaviour that the SDK accepts from agents of other leagues, but that clauses forbid: see its `docs/forms.md`. A
 * referee that may start matches on an announcement is not sent the first one.
 */
const LENIENT: readonly string[] = [
  "referee/choice/asks-again-after-invalid-choice",
  "referee/reply/other-conversation",
  "manager/end/tells-referees",
  // Some referees of other leagues answer an order when its match is over, so it is sent to them once.
  "manager/matches/repeated-unanswered",
  "transport/error/other-message-type",
  // Agents of other leagues leave `jsonrpc` out.
  "transport/response/no-request",
];

/** The slowest groups, which are the same in any form, such as a series of 160 matches: with `FULL=1`, in these two forms. */
const LONG_GROUPS = /^[a-z]+\/(limit|negative|robustness)\//;
const WITH_ALL_GROUPS: readonly string[] = isFull ? ["same-role", "request-reply"] : [];
const shortened = checks.filter(
  ({ check }) => !LONG_GROUPS.test(check.id) && !OF_WHOLE_SERIES.includes(check.id),
);

/** One form of each kind. Referees and managers, whose runs take longest, are tried in these only. */
const SAMPLE = ["same-role", "bare", "request-reply", "nested-tools", "explicit-nulls", "announcement-start"];
/** Forms of one message only, sent to a referee's path for it: no agent uses them for other messages. */
const OF_ONE_MESSAGE = ["http-run-match", "http-register"];
const forms = bundledProfiles().filter(
  (wire) => !LEAGUE_FORMS.includes(wire) && !OF_ONE_MESSAGE.includes(wire),
);
const players = forms.map((wire) => [wire, "player"] as const);
const others = SAMPLE.flatMap((wire) => [[wire, "referee"] as const, [wire, "manager"] as const]);

test.each([...oneIn(40, players), ...oneIn(7, others)])("%s: the reference %s", async (wire, role) => {
  const chosen = WITH_ALL_GROUPS.includes(wire) ? checks : shortened;
  const results = [...(await tryReference(role, { seed: 1, wire, checks: chosen })).values()];
  const wrong = results.filter(({ id, verdict }) => !HARMLESS.includes(verdict) && !LENIENT.includes(id));
  expect(wrong.map(({ id, verdict, diagnosis = "" }) => `${verdict} ${id}: ${diagnosis}`)).toEqual([
    expect.stringContaining("fail transport/wire/league-form"),
  ]);
  expect(results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(chosen.length / 5);
});

/** Faults of every role in a member, a moment, an order or a silence. */
const FOUND = [
  "manager:a-match-a-round flat",
  "manager:begins-with-one-player mcp",
  "manager:one-token-for-all mcp",
  "manager:standings-a-round-old flat",
  "player:acknowledges-any-game-over flat",
  "player:chooses-nothing mcp",
  "player:never-registers mcp",
  "referee:discloses-the-opponents-choice mcp",
  "referee:new-conversation-for-each-message flat",
  "referee:reuses-addresses flat",
];

/** Its match is judged by the rules over every match, which play none. */
const PLAYS = "referee/assignment/plays-the-match";

test.each(FOUND.map((one) => one.split(" ")))("%s is found in %s", async (id, wire = "") => {
  const fault = mutants.find((one) => one.id === id) ?? expect.fail(`there is no fault ${id}`);
  const role = roleOf(fault);
  const chosen = checks.filter(
    (one) =>
      (role === "referee" && one.check.id === PLAYS) ||
      (breaksClauseOf(one.check, fault) &&
        appliesToDialect(one, wire === "flat" ? "flat" : "canonical") &&
        one.group !== "negative"),
  );
  const results = await tryMutant(fault, role, { seed: 1, wire, checks: chosen });
  expect([...results.values()].some(({ verdict }) => verdict === "fail" || verdict === "warn")).toBe(true);
});
