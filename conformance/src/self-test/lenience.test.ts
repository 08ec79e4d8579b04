/**
 * An agent that breaks no MUST fails none: one with a habit of `test/permitted.yaml`, and one with a fault against nothing but
 * SHOULDs. A sample of them here, all with `FULL=1`.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isFull, oneIn } from "../../../tools/gate/one-in.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { appliesToDialect, loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { clauses } from "../clauses.js";
import { parseYaml } from "../json.js";
import type { FaultRow } from "../mutants/fault-row.js";
import { mutantOf } from "../mutants/interpret.js";
import { breaksClauseOf, type Mutant, rolesOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { packageFolder } from "../package-folder.js";
import type { CheckResult, Role } from "../types.js";
import { tryMutant } from "./trial.js";

const [checks, mutants] = await Promise.all([loadChecks(), loadMutants()]);

/** Groups that send many messages, the same to every agent, and checks of a series of 160 matches. */
const COSTLY = ["limit", "negative", "robustness"];
const affordable = checks.filter(
  ({ check, group }) => isFull || !(COSTLY.includes(group) || OF_WHOLE_SERIES.includes(check.id)),
);

async function complaints(agent: Mutant, role: Role, wire: string, some: readonly RegisteredCheck[]) {
  const applying = some.filter((one) => appliesToDialect(one, wire === "flat" ? "flat" : "canonical"));
  const results = await tryMutant(agent, role, { seed: 1, wire, checks: applying });
  const bad = ["fail", "harness-error", ...(MAY_STAY_UNDECIDED.includes(agent.id) ? [] : ["inconclusive"])];
  const isWrong = ({ verdict }: CheckResult) => bad.includes(verdict);
  const wrong = [...results.values()].filter(isWrong);
  return wrong.map(({ id, verdict, diagnosis = "" }) => `${id} ${verdict}: ${diagnosis}`);
}

/** They take longer than some checks wait: these stay undecided, and none fails. */
const MAY_STAY_UNDECIDED: readonly string[] = [
  "player:slow",
  "player:waits-for-the-result",
  "referee:asks-again-after-six-seconds",
  "referee:waits-for-acknowledgements-without-limit",
];

const rows = parseYaml(readFileSync(new URL("test/permitted.yaml", packageFolder), "utf8")) as readonly Omit<
  FaultRow,
  "breaks"
>[];
const habits = rows.map((row) => mutantOf({ ...row, breaks: [] }));

const ofHabits = oneIn(12, habits).flatMap((one) =>
  oneIn(3, rolesOf(one)).map((role) => [one, role] as const),
);

test.each(ofHabits.map(([one, role]) => [one.id, role, one] as const))("%s as a %s", async (_, role, one) => {
  expect(await complaints(one, role, "canonical", affordable)).toEqual([]);
});

/** They break a MUST, too, which a check of their SHOULD names. */
const MORE_THAN_SHOULDS: readonly string[] = [
  // PLY-ACK-03, PLY-JOIN-03, PLY-CHOICE-05: no answer at all to LEAGUE_COMPLETED, and the conversation of another message.
  "player:hangs-as-the-champion",
  "player:joins-again-in-the-first-conversation",
  "player:third-choice-in-the-first-conversation",
  "player transport:new-conversations",
  // PLY-CHOICE-01 and LM-REG-03: an error in answer to a call, and two leagues.
  "player:ends-all-matches-at-once",
  "manager:registers-again-in-another-league",
  // REF-CHOICE-03, REF-CHOICE-08, REF-LOSS-08, REF-REP-02: what a match or a report that comes again says.
  "referee:asks-a-again-in-the-name-of-b",
  "referee:exchanges-the-winner-after-an-error",
  "referee:later-timeouts-are-broken-connections",
  "referee:reports-another-number-again",
  // A MUST of the envelope, which makes their fault visible.
  "manager:validates-nothing",
  "player:chooses-for-any-sender",
  "player:validates-nothing",
  "transport:ids-as-text-in-batches",
  // They refuse every message of the flat dialect, which has no such member.
  "player:demands-standings",
  "manager:wants-a-number",
];

const isMust = (clause: string) => clauses.some(({ id, level }) => id === clause && level === "must");
const againstShoulds = mutants.filter(
  ({ id, breaks = [] }) => !MORE_THAN_SHOULDS.includes(id) && !breaks.some(isMust),
);

test("every SHOULD has a mutant that breaks it and no MUST", () => {
  const broken = new Set(againstShoulds.flatMap(({ breaks = [] }) => breaks));
  const decided = clauses.filter(
    ({ level, id }) => level !== "must" && checks.some(({ check }) => check.decides.includes(id)),
  );
  expect(decided.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

/** Those of its clauses, and those that judge by all that they see. */
function checksAbout(agent: Mutant, wire: string): RegisteredCheck[] {
  return affordable.filter(
    ({ check }) =>
      (isFull && wire === "canonical") || check.needs?.observes === true || breaksClauseOf(check, agent),
  );
}

const FORMS = ["canonical", "flat", "mcp"] as const;

/** One form each, in rotation. */
const tried = oneIn(31, againstShoulds).flatMap((one, index) => {
  const forms = one.wire === undefined ? FORMS.filter((_, at) => isFull || at === index % 3) : [one.wire];
  const roles = rolesOf(one).filter((role) => !MORE_THAN_SHOULDS.includes(`${role} ${one.id}`));
  return roles.flatMap((role) => forms.map((wire) => [one.id, role, wire, one] as const));
});

test.each(tried)("%s as a %s in the form %s", async (_, role, wire, one) => {
  expect(await complaints(one, role, wire, checksAbout(one, wire))).toEqual([]);
});
