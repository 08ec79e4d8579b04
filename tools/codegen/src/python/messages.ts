import { hasBuilder, planOf, wireName } from "../emit/messages.js";
import { hasTwoTypes, referredType } from "../emit/modules.js";
import { differsWhenReceived, type Form, fieldsHere, fieldsOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import type { Output } from "../print/file.js";
import type { Schema } from "../schema/schema.js";
import { annotation, type Conversion, isClass, type Key, keyOf } from "./annotations.js";
import { docstring, isIdentifier, pythonText, snake } from "./text.js";

const WIDTH = 110;

/** The module with the types of a dialect: a class with typed keys for each object, in both forms, and the builders. */
export function emitMessages(dialect: Dialect, path: string, preamble: string): Output {
  const builders = dialect.isMain
    ? [...dialect.types.values()].filter((type) => hasBuilder(dialect, type))
    : [];
  const lines = [
    preamble,
    docstring(
      dialect.isMain
        ? `The messages of ${dialect.name}: as sent, and (In) as received; and a builder for each.`
        : `The messages of ${dialect.name} as received.`,
    ),
    "from __future__ import annotations",
    "",
    "import typing as t",
    "",
    "if t.TYPE_CHECKING:",
    "    from typing_extensions import NotRequired  # type checkers have it for every version of Python",
    "",
    ...(builders.length === 0
      ? []
      : [
          "from .contract import Identity, dialects",
          "",
          `_dialect = dialects[${pythonText(dialect.name)}]`,
          "",
        ]),
    ...forms(dialect).flatMap((form) => new Types(dialect, form).lines()),
    ...builders.flatMap((type) => builder(dialect, type)),
  ];
  return { path, text: `${lines.join("\n")}\n` };
}

/** A further dialect is for reading: its types are those of received data. */
function forms({ isMain, isLeagueSpec }: Dialect): readonly Form[] {
  if (!isMain) return ["received"];
  return isLeagueSpec ? ["sent", "received"] : ["sent"];
}

/** The types of one form of a dialect. Each class has all of its keys: a type checker compares keys, not bases. */
class Types {
  readonly #dialect: Dialect;
  readonly #form: Form;
  readonly #conversion: Conversion;
  readonly #nested = new Map<string, string[]>();

  constructor(dialect: Dialect, form: Form) {
    this.#dialect = dialect;
    this.#form = form;
    const nested = (place: string, schema: Schema) => this.#nest(place, schema);
    this.#conversion = { dialect, form, nested, refer: (name) => nameOf(dialect, name, form) };
  }

  lines(): string[] {
    const declared = [...this.#dialect.types.values()].flatMap((type) => this.#declare(type));
    return [...declared, ...[...this.#nested.values()].flat()];
  }

  #declare(type: NamedType): string[] {
    const { name, schema } = type;
    const own = nameOf(this.#dialect, name, this.#form);
    if (this.#form === "received" && this.#dialect.isMain) {
      if (!hasTwoTypes(this.#dialect, type)) return [];
      if (!differsWhenReceived(this.#dialect, name)) return [alias(own, name)];
    }
    if (!isClass(this.#dialect, schema))
      return [alias(own, annotation(this.#conversion, schema, `${own}_object`))];
    const text = own === name ? (schema.description ?? name) : `${name} as received.`;
    return typedDict(own, this.#keys(own, schema), text);
  }

  #keys(owner: string, schema: Schema): Key[] {
    const fields = this.#dialect.isLeagueSpec ? fieldsOf(this.#dialect, schema) : fieldsHere(schema);
    return fields.map((field) => keyOf(this.#conversion, owner, field));
  }

  #nest(place: string, schema: Schema): string {
    if (this.#nested.has(place)) return place;
    this.#nested.set(place, []);
    this.#nested.set(place, typedDict(place, this.#keys(place, schema), schema.description ?? null));
    return place;
  }
}

function nameOf(dialect: Dialect, name: string, form: Form): string {
  return referredType(dialect, name, form).text;
}

function alias(name: string, text: string): string {
  return `${name}: t.TypeAlias = ${/['\\]/.test(text) ? pythonText(text) : `'${text}'`}`;
}

/** A key that cannot be a name of Python needs the functional form. */
function typedDict(name: string, keys: readonly Key[], doc: string | null): string[] {
  if (!keys.every((key) => isIdentifier(key.name))) {
    const members = keys.map((key) => `    ${pythonText(key.name)}: ${pythonText(key.annotation)},`);
    return ["", `${name} = t.TypedDict("${name}", {`, ...members, "})", ""];
  }
  const body = [
    ...(doc === null ? [] : [docstring(doc)]),
    ...keys.map((key) => `${key.name}: ${key.annotation}`),
    ...(doc === null && keys.length === 0 ? ["pass"] : []),
  ];
  return ["", `class ${name}(t.TypedDict):`, ...body.map((line) => `    ${line}`)];
}

/** The names of the parameters of a builder, by field: a word of Python gets an underscore. */
export function parameterOf(field: string): string {
  if (isIdentifier(field) && field !== "identity") return field;
  const word = field.replaceAll(/[^\p{XID_Continue}]/gu, "_");
  return isIdentifier(`${word}_`) ? `${word}_` : `field_${word}`;
}

function builder(dialect: Dialect, type: NamedType): string[] {
  const plan = planOf(dialect, type);
  const refer = (name: string) => nameOf(dialect, name, "sent");
  const conversion: Conversion = { dialect, form: "sent", refer, nested: (place) => place };
  const parameters = plan.given.map((field) => {
    const { annotation: text } = keyOf(conversion, type.name, field);
    const bare = text.replace(/^NotRequired\[(.*)\]$/, "$1");
    return `${parameterOf(field.name)}: ${field.sentRequired ? bare : `${withNone(bare)} = None`}`;
  });
  const required = (text: string) => Number(text.endsWith(" = None"));
  const all = [
    ...(plan.identity.length > 0 ? ["identity: Identity"] : []),
    ...(parameters.length > 0 ? ["*"] : []),
    ...parameters.toSorted((a, b) => required(a) - required(b)),
  ];
  const identity = plan.identity.length > 0 ? "identity" : "None";
  return [
    "",
    ...signature(`def build_${snake(type.kebab)}(`, all, `) -> ${type.name}:`),
    `    ${docstring(`A whole ${wireName(dialect, type)}. An optional field that is None is left out.`)}`,
    `    return t.cast("${type.name}", _dialect.build("${type.name}", ${identity}, locals()))`,
  ];
}

function withNone(text: string): string {
  return / \| None$|^None$/.test(text) ? text : `${text} | None`;
}

function signature(start: string, parameters: readonly string[], end: string): string[] {
  const whole = `${start}${parameters.join(", ")}${end}`;
  if (whole.length <= WIDTH) return [whole];
  const lines: string[] = [];
  for (const parameter of parameters) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + parameter.length + 2 <= WIDTH)
      lines[lines.length - 1] = `${last} ${parameter},`;
    else lines.push(`    ${parameter},`);
  }
  return [start, ...lines, end];
}
