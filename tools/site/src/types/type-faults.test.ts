import { describe, expect, it } from "vitest";
import { declarations } from "../../build/declarations.mjs";
import { defaultSource, examples } from "../strategy/examples.js";
import { typeChecker } from "./type-faults.js";

const check = typeChecker(new Map(JSON.parse(declarations()) as [string, string][]));
const linesOf = (source: string) => check(source).map(({ line }) => line);
const sound = examples.filter(({ title }) => !title.startsWith("Mistyped"));

describe("the types of a strategy", () => {
  it.each([...sound, { title: "The first text", source: defaultSource }])("$title: no error", ({ source }) =>
    expect(check(source)).toEqual([]),
  );

  it.each([
    ["an arrow function", 'export default () => "odd";\n'],
    ["a function without types", 'export default function (context) {\n  return "even";\n}\n'],
    [
      "an object",
      'export default { guard: false, choose: ({ history }) => (history.length > 1 ? "odd" : "even") };\n',
    ],
    ["a promise", 'export default async ({ random }) => (random.below(2) === 0 ? "odd" : "even");\n'],
  ])("%s: no error", (_what, source) => expect(check(source)).toEqual([]));

  it.each([
    ["an invalid choice", '\nexport default () => "evn";\n', 2, /"evn"/],
    [
      "an invalid choice of a function",
      "\n\nexport default function choose() {\n  return 7;\n}\n",
      3,
      /number.*does not satisfy/s,
    ],
    [
      "a member that is not there",
      "export default ({ history }) => {\n  const last = history[0];\n  return last.mine;\n};\n",
      3,
      /mine/,
    ],
    [
      "a choice that may be missing",
      "\nexport default ({ history }) => {\n  return history[0]?.my_choice;\n};\n",
      2,
      /undefined/,
    ],
    ["a value of another type", 'const count: number = "three";\nexport default () => "odd";\n', 1, /string/],
    ["a package that is not there", 'import x from "lodash";\nexport default () => x;\n', 1, /lodash/],
    [
      "a text that is no TypeScript",
      "const a = 1;\nexport default () => {\n  const b = ;\n};\n",
      3,
      /Expression/,
    ],
  ])("%s: at its line", (_what, source, line, message) => {
    expect(linesOf(source)).toEqual([line]);
    expect(check(source)[0]?.message).toMatch(message);
  });
});
