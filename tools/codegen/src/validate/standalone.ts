import type { ValidateFunction } from "ajv/dist/2020.js";
import { isObject, type Json } from "../json.js";
import { quote } from "../print/literal.js";
import { compactValidator, countedSeldom, ownFields } from "./compact-validator.js";
import { withSharedChecks } from "./shared-checks.js";

/** Ajv's code for one schema, without imports of Ajv and without names that depend on other compiled schemas. */
export interface StandaloneFunction {
  /**
   * Text of a function `check(data, path, key, faults)`, which adds its faults at the pointer `path` + `key` to the list. Its
   * calls, in addition to the checks of other schemas, are in `runtime/checks.ts`.
   */
  readonly text: string;
  /** Name in the text → name of the schema whose check it calls. */
  readonly calls: ReadonlyMap<string, string>;
  /** Name in the text → regular expression. */
  readonly patterns: ReadonlyMap<string, RegExp>;
}

interface ScopeName {
  readonly str: string;
  readonly prefix: string;
  readonly value?: { readonly ref: unknown; readonly code?: unknown };
}

/**
 * Extracts a compiled function from its Ajv instance. Ajv numbers its helpers over all compiled schemas; here they get separate
 * names in the order of use, so that the text depends only on the one schema.
 * @param nameOf the schema that a compiled function belongs to.
 * @param isScalar whether a schema has no parts.
 */
export function standalone(
  validate: ValidateFunction,
  nameOf: (fn: unknown) => string,
  isScalar: (name: string) => boolean,
): StandaloneFunction {
  const { source } = validate;
  if (source === undefined) throw new Error("the validator was compiled without its source");
  const calls = new Map<string, string>();
  const patterns = new Map<string, RegExp>();
  let text = compactValidator(String(source.validateCode));
  text = rename(text, source.validateName.str, "check");
  for (const name of inOrderOfUse(text, scopeNames(source.scopeValues))) {
    const ref = name.value?.ref;
    if (name.prefix === "schema") text = inlineSchema(text, name.str, ref as Json);
    else if (name.prefix === "pattern") {
      const alias = `pattern${patterns.size + 1}`;
      patterns.set(alias, ref as RegExp);
      text = rename(text, name.str, alias).replaceAll(
        `{pattern: ${quote((ref as RegExp).source)}}`,
        `{pattern: ${alias}.source}`,
      );
    } else if (name.prefix === "func" && String(name.value?.code) === "Object.prototype.hasOwnProperty") {
      text = ownFields(text, name.str);
    } else if (name.prefix === "func" && String(name.value?.code).includes("ucs2length")) {
      text = countedSeldom(rename(text, name.str, "countCharacters"));
    } else if (name.prefix === "validate" || name.prefix === "root" || name.prefix === "wrapper") {
      const isHolder = isObject(ref);
      const alias = `check${calls.size + 1}`;
      calls.set(alias, nameOf(isHolder ? (ref as { validate?: unknown }).validate : ref));
      text = rename(isHolder ? text.replaceAll(`${name.str}.validate`, name.str) : text, name.str, alias);
    } else throw new Error(`Ajv asks for ${name.str}, which has no place in a standalone validator`);
  }
  for (const [alias, name] of calls) if (!isScalar(name)) text = withWholeKeys(text, alias);
  return { text: indentBlocks(withSharedChecks(text)), calls, patterns };
}

/** A part with parts puts its key into their pointers, so the key of a map is escaped before. */
function withWholeKeys(text: string, alias: string): string {
  return text.replaceAll(
    new RegExp(String.raw`(\b${alias}\(.*, )path, ("/" \+ key\d+), faults\);$`, "gm"),
    '$1pointer(path, $2), "", faults);',
  );
}

function scopeNames(values: unknown): ScopeName[] {
  return Object.values(values as Record<string, Iterable<ScopeName>>).flatMap((names) => [...names]);
}

function inOrderOfUse(text: string, names: readonly ScopeName[]): ScopeName[] {
  const at = (name: ScopeName) => text.search(new RegExp(`\\b${name.str}\\b`));
  return names
    .map((name) => ({ name, at: at(name) }))
    .filter((found) => found.at !== -1)
    .sort((a, b) => a.at - b.at)
    .map((found) => found.name);
}

function rename(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`\\b${from}\\b`, "g"), to);
}

/** Replaces Ajv's references to the schema by the few values that a fault contains. */
function inlineSchema(text: string, name: string, schema: Json): string {
  return text.replace(
    new RegExp(`\\b${name}((?:\\.[\\w$]+|\\["(?:[^"\\\\]|\\\\.)*"\\]|\\[\\d+\\])*)`, "g"),
    (_, path: string) => {
      let value: Json | undefined = schema;
      for (const [, bare, quoted, index] of path.matchAll(/\.([\w$]+)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]/g)) {
        const key = bare ?? (quoted === undefined ? index : (JSON.parse(quoted) as string));
        value =
          isObject(value) || Array.isArray(value) ? (value as Record<string, Json>)[key ?? ""] : undefined;
      }
      if (value === undefined) throw new Error(`Ajv's ${name}${path} leads nowhere`);
      return typeof value === "string" ? quote(value) : JSON.stringify(value);
    },
  );
}

/** Ajv writes one statement a line; two spaces a level make it readable. */
function indentBlocks(text: string): string {
  let depth = 0;
  return text
    .trim()
    .split("\n")
    .map((line) => {
      if (line.startsWith("}")) depth--;
      const indented = "  ".repeat(depth) + line;
      if (line.endsWith("{")) depth++;
      return indented;
    })
    .join("\n");
}
