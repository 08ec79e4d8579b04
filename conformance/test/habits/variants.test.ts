import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choose, differences, twin } from "./variants.js";

const pages = ["../../docs/python-agents.md", "../../../CONTRIBUTING.md"];
const text = pages.map((page) => readFileSync(join(import.meta.dirname, page), "utf8")).join("\n");
const commands = [...text.matchAll(/npm run habits -- ([^`\n]+)/g)].map(([, words = ""]) => words);

test.each(commands)("npm run habits -- %s selects an agent", (words) => {
  const { trials } = choose(words.replace(/\s+#.*$/, "").match(/"[^"]*"|\S+/g) ?? []);
  expect(trials.length).toBeGreaterThan(0);
});

test("another verdict is a difference, in another order it is none", () => {
  const report = (verdicts: Readonly<Record<string, string>>) => ({
    summary: { must_coverage: 100 },
    machine: {},
    checks: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict, clause: [] })),
  });
  const found = differences(report({ a: "pass", b: "pass" }), report({ b: "pass", a: "fail" }), twin);
  expect(found).toMatchObject([{ check: "a", ofTwin: "pass", ofVariant: "fail", expected: undefined }]);
});
