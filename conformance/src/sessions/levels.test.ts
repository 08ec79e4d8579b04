/** A broken SHOULD only gives a warning. This tries a sample of the mutants that break only SHOULDs; `FULL=1` tries all. */
import { describe, expect, test } from "vitest";
import { isFull, oneIn } from "../../../tools/gate/one-in.js";
import { appliesToDialect, loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { clauses } from "../clauses/clause.js";
import { breaksClauseOf, type Mutant, rolesOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { tryMutant } from "../self-test/trial.js";
import type { Role } from "../types.js";

const checks = await loadChecks();
const mutants = await loadMutants();
const sessions = checks.filter(({ group }) => group === "session");

describe("a session warns an agent that breaks only a SHOULD, against that clause", () => {
  test.each([
    ["player", "player:ends-a-match-at-a-refused-result", "PLY-AUTH-01"],
    ["referee", "referee:accepts-run-match-from-anyone", "REF-RUN-05"],
    ["referee", "referee:plays-repeats", "REF-RUN-04"],
    ["manager", "manager:acknowledges-contradictions", "LM-RES-03"],
    ["manager", "manager:refuses-repetitions", "LM-RES-03"],
    ["manager", "manager:any-referee-may-report", "LM-RES-06"],
  ] as const)("%s: %s", async (role, id, clause) => {
    const session = sessions.filter(({ side }) => side === role);
    const mutant = mutants.find((one) => one.id === id);
    if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
    const verdicts = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const results = await tryMutant(mutant, role, { seed, wire: "canonical", checks: session });
      for (const { verdict, clause: clauses } of results.values())
        verdicts.add(verdict === "pass" ? verdict : `${verdict} ${clauses.join(" ")}`);
    }
    expect(verdicts).toContain(`warn ${clause}`);
    expect([...verdicts].filter((one) => one.startsWith("fail"))).toEqual([]);
  });
});

test.each([
  ["manager:acknowledges-unknown-matches", "LM-RES-04"],
  ["manager:players-may-report", "LM-RES-05"],
  ["manager:shows-any-points", "LM-RES-07"],
])("a session of a manager fails %s against the clause of the step that it took", async (id, clause) => {
  const mutant = mutants.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  const session = sessions.filter(({ side, group }) => side === "manager" && group === "session");
  const found = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const results = await tryMutant(mutant, "manager", { seed, wire: "canonical", checks: session });
    for (const { verdict, clause: clauses } of results.values())
      if (verdict !== "pass") found.add(`${verdict} ${clauses.join(" ")}`);
  }
  expect([...found]).toEqual([`fail ${clause}`]);
});

/** Mutants whose faults concern matches, one at a time or several, as the sessions do. */
const ALWAYS: readonly string[] = [
  "manager:ids-of-its-own-making",
  "player:one-match-at-a-time",
  "player:pauses-after-a-match",
  "player:waits-for-the-result",
  "player:refuses-a-repeated-game-over",
  "referee:drops-what-it-cannot-play",
  "referee:flat-refuses-capitals",
  "referee:refuses-what-it-cannot-play",
  "transport:unwraps-single-answers",
];

/** Their faults also show in the messages of other checks. With `FULL=1` all mutants are tried with all checks. */
const WITH_ALL_CHECKS: readonly string[] = [
  "manager:ids-of-its-own-making",
  "player:refuses-a-repeated-game-over",
  "player:waits-for-the-result",
];

/** A check of a SHOULD finds them, against the MUST that they also break. */
const MORE_THAN_SHOULDS: readonly string[] = [
  // PLY-ACK-03, PLY-JOIN-03, PLY-CHOICE-05: no answer at all to LEAGUE_COMPLETED, and the conversation of another message.
  "player:hangs-as-the-champion",
  "player:joins-again-in-the-first-conversation",
  "player:third-choice-in-the-first-conversation",
  // PLY-CHOICE-01 and LM-REG-03: an error in answer to a call, and two leagues.
  "player:ends-all-matches-at-once",
  "manager:registers-again-in-another-league",
  // REF-CHOICE-03, REF-CHOICE-08, REF-LOSS-08: the addressee, the winner and the code in a match that is called again.
  "referee:asks-a-again-in-the-name-of-b",
  "referee:exchanges-the-winner-after-an-error",
  "referee:later-timeouts-are-broken-connections",
  // REF-REP-02: the number in the second report.
  "referee:reports-another-number-again",
  // They also break a MUST of the envelope, which makes their fault visible.
  "manager:validates-nothing",
  "player:chooses-for-any-sender",
  // A call of the flat dialect has no standings, so that it refuses each of them there.
  "player:demands-standings",
  // Nor has a report of the flat dialect a number.
  "manager:wants-a-number",
  "player:validates-nothing",
  "transport:ids-as-text-in-batches",
];

/** Their matches may take longer than a check waits: some checks stay undecided, and none fails. */
const MAY_STAY_UNDECIDED: readonly string[] = [
  "referee:asks-again-after-six-seconds",
  "referee:waits-for-acknowledgements-without-limit",
];

const isMust = (clause: string) => clauses.some(({ id, level }) => id === clause && level === "must");

/** Mutants that break only SHOULDs. */
const lenient = mutants.filter(
  ({ id, breaks = [] }) => !MORE_THAN_SHOULDS.includes(id) && !breaks.some(isMust),
);

test("every SHOULD has a mutant that breaks it and no MUST", () => {
  const broken = new Set(lenient.flatMap(({ breaks = [] }) => breaks));
  const clausesToBreak = clauses.filter(
    ({ level, id }) => level !== "must" && checks.some(({ check }) => check.decides.includes(id)),
  );
  expect(clausesToBreak.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

function checksFor(mutant: Mutant, role: Role, wire: string): RegisteredCheck[] {
  const withAll = wire === "canonical" && (isFull || WITH_ALL_CHECKS.includes(mutant.id));
  return (withAll ? checks : checksAbout(mutant)).filter(
    (one) =>
      (one.side === role || one.side === "transport") &&
      appliesToDialect(one, wire === "flat" ? "flat" : "canonical"),
  );
}

function checksAbout(mutant: Mutant): RegisteredCheck[] {
  const deciding = checks.filter(({ check }) => breaksClauseOf(check, mutant));
  const observing = checks.filter(
    ({ check, side }) => side === "transport" && check.needs?.observes === true,
  );
  return [...new Set([...deciding, ...sessions, ...observing])];
}

const isAlways = ({ id }: Mutant) => ALWAYS.includes(id);
const chosen = [
  ...lenient.filter(isAlways),
  ...oneIn(
    31,
    lenient.filter((one) => !isAlways(one)),
  ),
];

const FORMS = ["canonical", "flat", "mcp"] as const;

/** All forms with `FULL=1`; otherwise one each, in rotation. */
function formsOf(mutant: Mutant, index: number): readonly string[] {
  if (mutant.wire !== undefined) return [mutant.wire];
  return isFull ? FORMS : FORMS.filter((_, place) => place === index % FORMS.length);
}

const listed = chosen.map((one, index) => [one.id, one, formsOf(one, index)] as const);

describe.each(listed)("%s, which breaks only SHOULDs", (id, mutant, forms) => {
  const trials = rolesOf(mutant).flatMap((role) => forms.map((wire) => [role, wire] as const));
  test.each(trials)("fails no MUST as a %s in the form %s", async (role, wire) => {
    const results = await tryMutant(mutant, role, { seed: 1, wire, checks: checksFor(mutant, role, wire) });
    const bad = ["fail", "harness-error", ...(MAY_STAY_UNDECIDED.includes(id) ? [] : ["inconclusive"])];
    const failed = [...results.values()].filter(({ verdict }) => bad.includes(verdict));
    expect(
      failed.map(({ id: check, verdict, diagnosis = "" }) => `${check} ${verdict}: ${diagnosis}`),
    ).toEqual([]);
  });
});
