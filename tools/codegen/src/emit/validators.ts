import type { Dialect, NamedType } from "../model/model.js";
import { isScalar } from "../model/schema.js";
import { bind, code, type Name } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import type { Compiler } from "../validate/compiler.js";
import { type StandaloneFunction, standalone } from "../validate/standalone.js";
import { partCheck, receivedType, runtime, validatorModule } from "./modules.js";

/** Texts that a standalone file must not contain, because they need Ajv or code generation at run time. */
const FORBIDDEN = /\brequire\(|\bnew Function\b|\beval\(|\bimport\(/;

/** One module for each schema, with only the schema's own check and imports of the checks that it calls. */
export function emitValidators(dialect: Dialect, compiler: Compiler): Output[] {
  const names = new Map<unknown, string>();
  for (const name of dialect.types.keys()) names.set(compiler.received(name), name);
  const nameOf = (fn: unknown) => {
    const name = names.get(fn);
    if (name === undefined) throw new Error("a check is called that belongs to no schema");
    return name;
  };
  const isPart = (name: string) => isScalar(dialect.types.get(name)?.schema ?? {});
  const checks = new Map<string, StandaloneFunction>();
  for (const name of dialect.types.keys())
    checks.set(name, standalone(compiler.received(name), nameOf, isPart));
  return [...dialect.types.values()].map((type) => {
    const output = emitValidator(dialect, type, withPlainParts(type.name, checks));
    if (FORBIDDEN.test(output.text))
      throw new Error(`${output.path} cannot stand alone: ${FORBIDDEN.exec(output.text)?.[0]}`);
    return output;
  });
}

/** A check that consists of one call of a shared check. */
const PLAIN = /^.*\{\n {2}((?:text|integer|member|constant)\(data, path, key, faults.*\);)\n\}$/;

/** The check of a schema, with the calls of such checks inlined, which is shorter. */
function withPlainParts(name: string, checks: ReadonlyMap<string, StandaloneFunction>): StandaloneFunction {
  const check = checks.get(name);
  if (check === undefined) throw new Error(`${name} has no check`);
  const calls = new Map(check.calls);
  let { text } = check;
  for (const [alias, called] of check.calls) {
    const part = checks.get(called);
    const [, body] = PLAIN.exec(part?.text ?? "") ?? [];
    if (body === undefined || part?.patterns.size !== 0) continue;
    text = text.replaceAll(
      new RegExp(String.raw`\b${alias}\((.+), path, (.+), faults\);`, "g"),
      (_, data: string, key: string) => body.replace("data, path, key", () => `${data}, path, ${key}`),
    );
    if (!new RegExp(String.raw`\b${alias}\b`).test(text)) calls.delete(alias);
  }
  return { ...check, text, calls };
}

function emitValidator(dialect: Dialect, type: NamedType, check: StandaloneFunction): Output {
  const out = new File(validatorModule(dialect, type), type.source);
  out.remark("@ts-nocheck The body is Ajv's output (MIT, https://ajv.js.org); the exported type is exact.");
  for (const [alias, pattern] of check.patterns) out.print`const ${alias} = ${String(pattern)};`;
  if (check.patterns.size > 0) out.print``;
  out.doc(`Whether data is ${type.name} in the received form. All faults are stored in \`errors\`.`);
  const name = out.declareValue(`validate${type.name}`);
  const part = partCheck(dialect, type);
  const received = code`${runtime.Validator}<${receivedType(dialect, type)}>`;
  out.print`export const ${name}: ${received} = /* @__PURE__ */ ${runtime.validatorOf}(${part});`;
  out.print``;
  out.print`export ${bind(check.text, imported(dialect, check).set("check", out.declareValue(part.text)))}`;
  return out.render();
}

/** The import for each free name in the text. */
function imported(dialect: Dialect, check: StandaloneFunction): Map<string, Name> {
  const meanings = new Map<string, Name>([
    ["countCharacters", runtime.countCharacters],
    ["pointer", runtime.pointer],
    ["isObject", runtime.isObject],
    ["missing", runtime.missing],
    ["mistyped", runtime.mistyped],
    ["text", runtime.text],
    ["integer", runtime.integer],
    ["items", runtime.items],
    ["constant", runtime.constant],
    ["member", runtime.member],
    ["own", runtime.own],
    ["ownFields", runtime.ownFields],
    ["record", runtime.record],
  ]);
  for (const [alias, name] of check.calls) {
    const called = dialect.types.get(name);
    if (called !== undefined) meanings.set(alias, partCheck(dialect, called));
  }
  return meanings;
}
