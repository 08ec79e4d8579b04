import { expect, test } from "vitest";
import { twin, type Variant } from "./variants.js";
import { differences, type Report, table, unsteady } from "./verdicts.js";

function report(verdicts: Readonly<Record<string, string>>): Report {
  const checks = Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict }));
  return { duration_ms: 1, summary: { must_coverage: 100 }, machine: {}, checks };
}

const single: Variant = { ...twin, name: "single", differs: { "player/b": "it has one thread" } };

test("equal verdicts in another order of the checks are no difference", () => {
  const [one, other] = [report({ a: "pass", b: "warn" }), report({ b: "warn", a: "pass" })];
  expect(differences(one, other, twin)).toEqual([]);
});

test("another verdict is a difference, and a check in only one of the reports too", () => {
  const found = differences(report({ a: "pass", b: "pass" }), report({ a: "inconclusive", c: "pass" }), twin);
  expect(found).toEqual([
    { check: "a", ofTwin: "pass", ofVariant: "inconclusive", expected: undefined, diagnosis: "" },
    { check: "b", ofTwin: "pass", ofVariant: "absent", expected: undefined, diagnosis: "" },
    { check: "c", ofTwin: "absent", ofVariant: "pass", expected: undefined, diagnosis: "" },
  ]);
});

test("a difference that the habit explains has its reason", () => {
  const found = differences(report({ "player/b": "pass" }), report({ "player/b": "warn" }), single);
  expect(found).toMatchObject([{ check: "player/b", expected: "it has one thread" }]);
  expect(table(found, single.name)).toContain("pass  warn    expected: it has one thread");
});

test("an unexplained difference has the suite's diagnosis of the variant", () => {
  const checks = [{ id: "a", verdict: "fail", diagnosis: "the answer is late" }];
  const found = differences(report({ a: "pass" }), { ...report({}), checks }, twin);
  expect(table(found, "slow")).toContain("pass  fail  the answer is late");
  expect(unsteady([report({ a: "pass" }), { ...report({}), checks }])).toMatchObject([
    { diagnoses: ["the answer is late"] },
  ]);
});

test("many equal differences are shown as the first ones and a count", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `check-${index}`);
  const all = (verdict: string) => report(Object.fromEntries(ids.map((id) => [id, verdict])));
  const shown = table(differences(all("pass"), all("not-exercised"), twin), "slow");
  expect(shown).toContain("and 12 more");
  expect(shown).not.toContain("check-19");
});

test("an agent is steady if every check has the same verdict in every run", () => {
  const steady = report({ a: "pass", b: "not-exercised" });
  expect(unsteady([steady, steady])).toEqual([]);
  expect(unsteady([steady, report({ a: "fail", b: "not-exercised" })])).toEqual([
    { check: "a", verdicts: ["pass", "fail"], diagnoses: [] },
  ]);
  const undecided = report({ a: "inconclusive", b: "pass" });
  expect(unsteady([undecided, undecided]).map(({ check }) => check)).toEqual(["a"]);
});
