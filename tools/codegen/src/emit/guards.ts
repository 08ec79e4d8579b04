import type { Json } from "../json.js";
import type { Dialect, NamedType } from "../model/model.js";
import { code, type File, join, type Printable } from "../print/file.js";
import { literal, propertyAccess } from "../print/literal.js";
import { isOfKinds } from "../schema/schema.js";
import { type Arg, Call, type Checks } from "./checks.js";
import { guard, namedType, receivedType, valueTest } from "./modules.js";

/**
 * Whether data fits a schema, as one expression: of half the length and several times as fast as the checks that find all faults.
 * A schema with other keywords than those of `CONDITIONS` has none.
 */
export interface Guard {
  readonly conditions: readonly Printable[];
  /** The patterns in the conditions, by the name of their constant: a literal in the function would be a new object at each call. */
  readonly patterns: ReadonlyMap<string, string>;
}

/** The guards of a dialect, by the name of the type. */
export type Guards = ReadonlyMap<string, Guard | null>;

export function guardsOf(dialect: Dialect, checks: Checks): Guards {
  const guards = new Map<string, Guard | null>();
  const guardOf = (name: string): Guard | null => {
    const before = guards.get(name);
    if (before !== undefined) return before;
    // A schema that contains itself has no guard: data that is nested too deeply would exhaust the stack.
    guards.set(name, null);
    const to = { dialect, checks, guardOf, name, patterns: new Map<string, string>(), isWhole: true };
    const conditions = conditionsOf(checks.get(name) ?? [], "data", to);
    const made = to.isWhole ? { conditions, patterns: to.patterns } : null;
    guards.set(name, made);
    return made;
  };
  for (const name of dialect.types.keys()) guardOf(name);
  return guards;
}

export function emitGuard(dialect: Dialect, type: NamedType, made: Guard, out: File): void {
  const { conditions, patterns } = made;
  out.print``;
  for (const [constant, pattern] of patterns)
    out.print`const ${constant} = ${String(new RegExp(pattern, "u"))};\n`;
  const data = conditions.length === 0 ? "_data" : "data";
  out.doc(`Whether data is ${type.name}.`);
  const name = guard(dialect, type).text;
  out.print`export function ${name}(${data}: unknown): ${data} is ${receivedType(dialect, type)} {
  return ${conditions.length === 0 ? "true" : join(conditions, "\n    && ")};
}`;
}

interface Printing {
  readonly dialect: Dialect;
  readonly checks: Checks;
  readonly guardOf: (name: string) => Guard | null;
  /** The name of the type. */
  readonly name: string;
  readonly patterns: Map<string, string>;
  /** False after a call that no condition stands for. */
  isWhole: boolean;
}

/** The conditions of a keyword for the value that the text `data` stands for, which is of one kind. */
type Print = (args: readonly Arg[], data: string, to: Printing) => readonly Printable[];

/** The keywords with conditions, by the kind of values that they are about. */
const CONDITIONS: Readonly<Record<string, Readonly<Record<string, Print>>>> = {
  string: {
    minLength: ([limit], data) =>
      limit === 1 ? [`${data} !== ""`] : [code`${valueTest("hasAtLeast")}(${String(limit)}, ${data})`],
    maxLength: ([limit], data) => [code`${valueTest("hasAtMost")}(${String(limit)}, ${data})`],
    pattern: ([text], data, { name, patterns }) => {
      const constant = `${name}_pattern${patterns.size + 1}`;
      patterns.set(constant, String(text));
      return [`${constant}.test(${data})`];
    },
  },
  number: {
    minimum: ([limit], data) => [`${data} >= ${limit}`],
    maximum: ([limit], data) => [`${data} <= ${limit}`],
  },
  array: {
    minItems: ([limit], data) => [`${data}.length >= ${limit}`],
    maxItems: ([limit], data) => [`${data}.length <= ${limit}`],
    items: ([part = null], data, to) => each(part, data, to),
  },
  object: {
    required: (names, data, to) => names.map((name) => `${member(data, String(name), to)} !== undefined`),
    properties: ([parts, required = []], data, to) =>
      [...(parts as ReadonlyMap<string, Call>)].flatMap(([name, part]) =>
        ofMember(member(data, name, to), part, (required as string[]).includes(name), to),
      ),
    additionalProperties: ([part = null, names, ...others], data, to) => {
      const conditions = each(part, `Object.values(${data})`, to);
      if (conditions.length > 0 && ((names as string[]).length > 0 || others.length > 0)) to.isWhole = false;
      return conditions;
    },
  },
};
const KEYWORDS: readonly string[] = Object.values(CONDITIONS).flatMap(Object.keys);

/** All of them hold for the value that the text `data` stands for. */
function conditionsOf(calls: readonly Call[], data: string, to: Printing): Printable[] {
  const named = (...names: readonly string[]) => calls.filter(({ name }) => names.includes(name));
  const [bases, values, others] = [named("$ref"), named("constant", "member"), named(...KEYWORDS)];
  const types = named("types");
  const kinds = types.flatMap(({ args }) => args.map(String));
  const allowed = values.flatMap(({ args }) => args as readonly Json[]);
  const isAny = kinds.length === 0 && values.length === 0;
  // After a comparison with a value, TypeScript refuses one with another value.
  const isOnlyValue = values.length === 1 && allowed.length > 0 && others.length === 0;
  to.isWhole &&=
    bases.length + values.length + others.length + types.length === calls.length &&
    types.length < 2 &&
    (values.length === 0 || isOnlyValue) &&
    (!isAny || others.length === 0) &&
    (kinds.length === 0 || allowed.every((value) => isOfKinds(value, kinds))) &&
    bases.every(({ args: [name] }) => to.guardOf(String(name)) !== null);
  const ofKinds = kinds.map((kind) => {
    const prints = CONDITIONS[kind === "integer" ? "number" : kind] ?? {};
    const conditions = others.flatMap(({ name, args }) => prints[name]?.(args, data, to) ?? []);
    return allOf([ofKind(kind, data), ...conditions]);
  });
  const ofValues = allowed.map((value) => `${data} === ${literal(value)}`);
  // Bases are last, because TypeScript then takes the data for no more than the base.
  return [
    ...(isAny ? [] : [anyOf(values.length > 0 ? ofValues : ofKinds)]),
    ...bases.map(
      ({ args: [name] }) => code`${guard(to.dialect, namedType(to.dialect, String(name)))}(${data})`,
    ),
  ];
}

/** The text of a member, which is no member of every object. */
function member(data: string, name: string, to: Printing): string {
  if (name in Object.prototype) to.isWhole = false;
  return data + propertyAccess(name);
}

function ofMember(data: string, part: Call, isRequired: boolean, to: Printing): Printable[] {
  const conditions = conditionsOf(callsIn(part), data, to);
  if (!isRequired)
    return conditions.length === 0 ? [] : [code`(${data} === undefined || ${allOf(conditions)})`];
  return isTyped(callsIn(part), to.checks) ? conditions : [`${data} !== undefined`, ...conditions];
}

/** Whether `undefined` does not fit. */
function isTyped(calls: readonly Call[], checks: Checks): boolean {
  return calls.some(({ name, args: [first] }) =>
    name === "$ref"
      ? isTyped(checks.get(String(first)) ?? [], checks)
      : ["types", "constant", "member"].includes(name),
  );
}

/** One condition for all items of a list. */
function each(part: Arg, list: string, to: Printing): Printable[] {
  if (!(part instanceof Call)) to.isWhole = false;
  const conditions = part instanceof Call ? conditionsOf(callsIn(part), "item", to) : [];
  return conditions.length === 0 ? [] : [code`${list}.every((item: unknown) => ${allOf(conditions)})`];
}

function callsIn(part: Call): readonly Call[] {
  return part.name === "all" ? (part.args as readonly Call[]) : [part];
}

function ofKind(kind: string, data: string): Printable {
  if (kind === "integer") return code`${valueTest("isAnInteger")}(${data})`;
  if (kind === "object") return code`${valueTest("isAnObject")}(${data})`;
  if (kind === "array") return `Array.isArray(${data})`;
  return kind === "null" ? `${data} === null` : `typeof ${data} === "${kind}"`;
}

function allOf(conditions: readonly Printable[]): Printable {
  return join(conditions, " && ");
}

function anyOf(conditions: readonly Printable[]): Printable {
  return conditions.length === 1 ? conditions : code`(${join(conditions, " || ")})`;
}
