import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compile } from "./compiled.js";
import { realOutputs } from "./mini.js";

const emitted = compile(realOutputs((path) => path.endsWith(".ts")));
afterAll(() => emitted.remove());

/** A separate program in an .mjs file: `node -e` is less strict. */
const PROGRAM = `
import * as index from "./index.js";
import { sampleSets } from "./canonical/examples.js";

const wrong = [];
const name = (type) => type.includes("_") || type === type.toUpperCase()
  ? type.toLowerCase().replace(/(?:^|_)(\\w)/g, (_, letter) => letter.toUpperCase())
  : type;
let tried = 0;
for (const [type, { examples, nearMisses, faults }] of Object.entries(sampleSets)) {
  const validate = index["validate" + name(type)];
  for (const example of examples) { tried++; if (!validate(example)) wrong.push([type, validate.errors]); }
  for (const fault of nearMisses) {
    tried++;
    const data = index.withFault(examples[0], fault);
    const accepted = validate(data);
    const reported = accepted ? [] : index.explain(validate.errors, data);
    if (!reported.some((violation) => violation.pointer === fault.pointer)) wrong.push([type, fault.label, reported]);
  }
  for (const fault of faults) {
    tried++;
    const data = examples.map((example) => index.withFault(example, fault)).find((made) => made !== undefined);
    const accepted = validate(data);
    const reported = accepted ? [] : index.explain(validate.errors, data);
    const isReported = reported.some(({ pointer, keyword }) => pointer === fault.pointer && keyword === fault.keyword);
    if (!isReported) wrong.push([type, fault.label, reported]);
  }
}
console.log(JSON.stringify({ tried, wrong }));
`;

test("validators run without code generation from strings, and distinguish every example from every fault", () => {
  const file = join(emitted.folder, "locked-down.mjs");
  writeFileSync(file, PROGRAM);
  const output = execFileSync(process.execPath, ["--disallow-code-generation-from-strings", file], {
    encoding: "utf8",
  });
  const { tried, wrong } = JSON.parse(output) as { tried: number; wrong: unknown[] };
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
});
