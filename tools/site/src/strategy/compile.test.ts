import { describe, expect, it } from "vitest";
import { compile, moduleName } from "./compile.js";

/** Runs the script in the same way as the worker. */
function exportsOf(source: string): Record<string, unknown> {
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(compiled.fault.message);
  const self: Record<string, (exports: object, require: object, module: object) => void> = {};
  new Function("self", compiled.script)(self);
  const exports = {};
  self[moduleName]?.(exports, () => ({}), { exports });
  return exports;
}

describe("a typed strategy", () => {
  it("is compiled to a script without types, with the same lines", () => {
    const source =
      'import type { Parity } from "@league-v2/sdk";\n\nexport default (): Parity =>\n  "odd" as const;\n';
    const compiled = compile(source);
    if (!compiled.ok) throw new Error(compiled.fault.message);
    expect(compiled.script.split("\n")[3]).toContain('"odd"');
    expect(compiled.lines).toBe(5);
    const choose = exportsOf(source).default;
    expect(typeof choose === "function" && choose()).toBe("odd");
  });

  it.each([
    ["an expression is missing", "export default () => {\n  const a = ;\n};\n", 2],
    ["a bracket is not closed", 'export default () => {\n  if (true {\n    return "odd";\n  }\n};\n', 2],
    ["a word is redundant", 'const a = 1;\nconst b = 2;\nreturn else a;\nexport default () => "odd";', 3],
  ])("is refused at its line when %s", (_what, source, line) => {
    const compiled = compile(source);
    expect(compiled).toMatchObject({ ok: false, fault: { line } });
    expect(compiled.ok ? "" : compiled.fault.message).toMatch(/^Syntax error: /);
  });
});
