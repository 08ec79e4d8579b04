import type { Json } from "../json.js";
import type { Dialect, NamedType } from "../model/model.js";
import { code, join, type Printable } from "../print/code.js";
import type { File } from "../print/file.js";
import { literal, propertyAccess } from "../print/literal.js";
import { kindOf } from "../schema/kinds.js";
import type { TypeName } from "../schema/schema.js";
import { type Arg, Call, type Checks } from "./checks.js";
import { guard, namedType, receivedType, valueTest } from "./modules.js";

/**
 * Whether data fits a schema, as one expression: of half the length and several times as fast as the checks that find all faults.
 * A schema with keywords that are not in `CONDITIONS` has none.
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
  const name = out.declareValue(guard(dialect, type).text);
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

/** What each check is about: values of one type, a list of values, or all values. Other checks have no condition. */
const ABOUT: Readonly<Record<string, TypeName | "types" | "values" | "base">> = {
  ...{ $ref: "base", types: "types", constant: "values", member: "values" },
  ...{ minLength: "string", maxLength: "string", pattern: "string", minimum: "number", maximum: "number" },
  ...{ required: "object", properties: "object", additionalProperties: "object" },
  ...{ minItems: "array", maxItems: "array", items: "array" },
};

/** All of them hold for the value that the text `data` stands for. */
function conditionsOf(calls: readonly Call[], data: string, to: Printing): Printable[] {
  const about = (which: string) => calls.filter(({ name }) => ABOUT[name] === which);
  const conditions = (which: string) => about(which).flatMap((call) => conditionsOfCall(call, data, to));
  const [types, values, bases] = [about("types"), about("values"), about("base")];
  const kinds = types.flatMap(({ args }) => args.map(String));
  const isOpen = kinds.length === 0;
  to.isWhole &&=
    calls.every(({ name }) => name in ABOUT) &&
    types.length < 2 &&
    (values.length === 0
      ? !isOpen || calls.length === bases.length
      : calls.length === types.length + bases.length + 1 &&
        values.every(
          ({ args }) => args.length > 0 && args.every((value) => isOpen || isOfKinds(value as Json, kinds)),
        ));
  const ofKinds = kinds.map((kind) =>
    allOf([ofKind(kind, data), ...conditions(kind === "integer" ? "number" : kind)]),
  );
  // Bases are last, because TypeScript then takes the data for no more than the base.
  return [
    ...(values.length > 0 ? conditions("values") : isOpen ? [] : [anyOf(ofKinds)]),
    ...conditions("base"),
  ];
}

function conditionsOfCall({ name, args }: Call, data: string, to: Printing): Printable[] {
  const [first = null, second = []] = args;
  switch (name) {
    case "$ref":
      to.isWhole &&= to.guardOf(String(first)) !== null;
      return [code`${guard(to.dialect, namedType(to.dialect, String(first)))}(${data})`];
    case "constant":
    case "member":
      return [anyOf(args.map((value) => `${data} === ${literal(value as Json)}`))];
    case "minLength":
      return [first === 1 ? `${data} !== ""` : code`${valueTest("hasAtLeast")}(${String(first)}, ${data})`];
    case "maxLength":
      return [code`${valueTest("hasAtMost")}(${String(first)}, ${data})`];
    case "pattern": {
      const constant = `${to.name}_pattern${to.patterns.size + 1}`;
      to.patterns.set(constant, String(first));
      return [`${constant}.test(${data})`];
    }
    case "minimum":
    case "maximum":
      return [`${data} ${name === "minimum" ? ">=" : "<="} ${first}`];
    case "minItems":
    case "maxItems":
      return [`${data}.length ${name === "minItems" ? ">=" : "<="} ${first}`];
    case "required":
      return args.map((field) => `${member(data, String(field), to)} !== undefined`);
    case "properties":
      return [...(first as ReadonlyMap<string, Call>)].flatMap(([field, part]) =>
        ofMember(member(data, field, to), part, (second as string[]).includes(field), to),
      );
    case "additionalProperties": {
      const conditions = each(first, `Object.values(${data})`, to);
      if (conditions.length > 0 && ((second as string[]).length > 0 || args.length > 2)) to.isWhole = false;
      return conditions;
    }
    case "items":
      return each(first, data, to);
    default:
      return [];
  }
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
  return calls.some(
    ({ name, args }) =>
      ABOUT[name] === "types" ||
      ABOUT[name] === "values" ||
      (name === "$ref" && isTyped(checks.get(String(args[0])) ?? [], checks)),
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

function isOfKinds(value: Json, kinds: readonly string[]): boolean {
  return kinds.includes(kindOf(value)) || (kinds.includes("integer") && Number.isInteger(value));
}

function ofKind(kind: string, data: string): Printable {
  if (kind === "integer") return code`${valueTest("isInteger")}(${data})`;
  if (kind === "object") return code`${valueTest("isObject")}(${data})`;
  if (kind === "array") return `Array.isArray(${data})`;
  return kind === "null" ? `${data} === null` : `typeof ${data} === "${kind}"`;
}

function allOf(conditions: readonly Printable[]): Printable {
  return join(conditions, " && ");
}

function anyOf(conditions: readonly Printable[]): Printable {
  return conditions.length === 1 ? conditions : code`(${join(conditions, " || ")})`;
}
