import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choose } from "./choice.js";
import { twin } from "./variants.js";
import { differences, type Report } from "./verdicts.js";

const pages = ["../../docs/python-agents.md", "../../../CONTRIBUTING.md"];
const text = pages.map((page) => readFileSync(join(import.meta.dirname, page), "utf8")).join("\n");
const commands = [...text.matchAll(/npm run habits -- ([^`\n]+)/g)].map(([, words = ""]) => words);

test("the pages show commands", () => expect(commands.length).toBeGreaterThan(1));

test.each(commands)("npm run habits -- %s selects an agent", (words) => {
  const choice = choose(words.replace(/\s+#.*$/, "").match(/"[^"]*"|\S+/g) ?? []);
  expect(choice).toMatchObject({ trials: expect.arrayContaining([expect.anything()]) });
});

test("another verdict is a difference, in another order it is none", () => {
  const report = (verdicts: Readonly<Record<string, string>>): Report => {
    const checks = Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict }));
    return { duration_ms: 1, summary: { must_coverage: 100 }, machine: {}, checks };
  };
  const found = differences(report({ a: "pass", b: "pass" }), report({ b: "pass", a: "fail" }), twin);
  expect(found).toMatchObject([{ check: "a", ofTwin: "pass", ofVariant: "fail", expected: undefined }]);
});
