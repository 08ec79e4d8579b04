import { expect, test } from "vitest";
import { edited, memorySource, mini, rowsOf } from "../../test/mini.js";
import { read } from "../generate.js";
import { load } from "../load/load.js";
import type { Source } from "../load/source.js";
import { diffModels } from "./diff.js";
import { changelog, type Diff } from "./finding.js";

const RPC = "canonical/openrpc.yaml";
const before = load(mini).model;

/** The effects of a changed specification, without the lint, because the examples do not match a changed schema. */
function compare(after: Source): Diff {
  return diffModels(before, load(after).model);
}

/** [what changes, file, replaced text, new text, verdict, pointer after mini/, part of the explanation] */
type Case = [string, string, string | RegExp, string, string, string, string];

test.each(rowsOf<Case>("diff-cases.yaml"))("%s", (_, file, from, to, verdict, pointer, explanation) => {
  const { findings } = compare(edited(file, from, to));
  const found = findings.find((finding) => finding.pointer === `mini/${pointer}`);
  expect(found?.verdict, JSON.stringify(findings)).toBe(verdict);
  expect(found?.explanation).toContain(explanation);
});

test("the version rises by the worst finding", () => {
  expect(compare(mini)).toEqual({ bump: "none", findings: [] });
  expect(compare(edited("canonical/parity.yaml", "Even or odd.", "Odd or even.")).bump).toBe("patch");
  expect(compare(edited(RPC, "x-retries: 3", "x-retries: 1")).bump).toBe("minor");
  expect(compare(edited(RPC, "x-deadline-ms: 30000", "x-deadline-ms: 1")).bump).toBe("major");
});

test("a shared schema is reported once, with the affected methods", () => {
  const { findings } = compare(edited("canonical/ids.yaml", /(MatchId:[\s\S]*)\{1,64\}/, "$1{1,32}"));
  expect(findings.map(({ pointer, methods }) => [pointer, methods])).toEqual([
    ["mini/canonical/ids.yaml#/MatchId/pattern", ["choose_parity", "notify_match_result"]],
  ]);
});

test("the changelog names place, change and methods", () => {
  expect(changelog(compare(edited(RPC, "x-deadline-ms: 30000", "x-deadline-ms: 20000")))).toBe(
    [
      "Version: major",
      "",
      "### Breaking",
      "",
      "- `mini/canonical/openrpc.yaml#/methods/choose_parity/x-deadline-ms`: the deadline is 20000 ms instead of 30000 ms: the receiver has less time (`choose_parity`)",
    ].join("\n"),
  );
});

function modelOf(parts: object) {
  const document = { openrpc: "1.3.2", info: { title: "Any", version: "1" }, methods: [], ...parts };
  return read(memorySource("any.json", { "any.json": JSON.stringify(document) }, "any.json")).model;
}

/** The verdicts of a change, as "verdict explanation". */
function changes(before: object, after: object): string[] {
  return diffModels(modelOf(before), modelOf(after)).findings.map(
    ({ verdict, explanation }) => `${verdict} ${explanation}`,
  );
}

const integer = { type: "integer" };
const param = (name: string) => ({ name, required: true, schema: integer });
const method = (names: readonly string[], paramStructure?: string) => ({
  methods: [
    { name: "sub", paramStructure, params: names.map(param), result: { name: "r", schema: integer } },
  ],
});
const result = (schemas: object) => ({
  methods: [{ name: "get", params: [], result: { name: "r", schema: { $ref: "#/components/schemas/R" } } }],
  components: { schemas },
});

test("the order of parameters counts where they are passed by position", () => {
  const swapped = changes(method(["a", "b"], "by-position"), method(["b", "a"], "by-position"));
  expect(swapped).toEqual([
    expect.stringContaining("breaking the parameters are b, a in this order, instead of a, b"),
  ]);
  expect(changes(method(["a", "b"], "by-name"), method(["b", "a"], "by-name"))).toEqual([]);
});

test("a way to pass parameters can go or come", () => {
  const gone = changes(method(["a"]), method(["a"], "by-name"));
  expect(gone).toEqual([expect.stringContaining("breaking params are not taken by-position any more")]);
  expect(changes(method(["a"], "by-name"), method(["a"]))).toEqual([
    "compatible params are taken by-position too",
  ]);
});

test("a change of a keyword whose effect is not worked out is said, also behind a reference", () => {
  const part = (minimum: number) => ({ R: { not: { $ref: "#/components/schemas/P" } }, P: { minimum } });
  expect(changes(result(part(1)), result(part(2)))).toContainEqual(
    expect.stringContaining("unjudged not changed"),
  );
  expect(changes(result({ R: {} }), result({ R: { uniqueItems: true } }))).toEqual([
    expect.stringContaining("unjudged uniqueItems changed"),
  ]);
});

test("a type that gets another name, because another schema has its name now, is said", () => {
  const moved = changes(result({ R: {}, foo_bar: {} }), result({ R: {}, foo_bar: {}, FooBar: {} }));
  expect(moved).toEqual([
    expect.stringContaining("compatible its type is called FooBar2 in the emitted code, instead of FooBar"),
  ]);
});
