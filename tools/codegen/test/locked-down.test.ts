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
  for (const fault of [...nearMisses, ...faults]) {
    tried++;
    const data = examples.map((example) => index.withFault(example, fault)).find((made) => made !== undefined);
    const reported = validate(data) ? [] : index.explain(validate.errors, data);
    const isReported = reported.some(
      ({ pointer, keyword }) => pointer === fault.pointer && (keyword === fault.keyword || nearMisses.includes(fault)),
    );
    const isDescribed = reported.every(({ expected }) => !expected.startsWith("text that matches"));
    if (!isReported || !isDescribed) wrong.push([type, fault.label, reported]);
  }
}
for (const { request, reply, ack } of Object.values(index.methods))
  for (const type of [request, reply, ack]) if (type !== null && !sampleSets[type]) wrong.push([type, "no samples"]);
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
