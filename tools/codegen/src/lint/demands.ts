import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { below, type Place } from "../fault.js";
import type { Json, JsonObject } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import type { Dialect, Model, NamedType } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { childPointer } from "../runtime/pointer.js";
import { isOfKinds, type Schema, type Types, typesOf, walk } from "../schema/schema.js";
import { rawFaults } from "../validate/ajv.js";

/** A place, the cause of a fault there, and a fix. */
export type Finding = readonly [place: Place, cause: string, fix: string];

/** The input of a rule about a dialect. */
export interface DialectContext {
  readonly model: Model;
  readonly dialect: Dialect;
}

/** One row of a table of rules. The id is printed with each fault; a warning does not stop the generator. */
export type Rule<Input> = readonly [
  id: string,
  find: (input: Input) => Iterable<Finding>,
  isWarning?: boolean | undefined,
];

/** The schemas of whole messages. */
export function messages({ dialect }: DialectContext): NamedType[] {
  return [...dialect.types.values()].filter(({ isMessage }) => isMessage);
}

/** For the forms and the style, whose demands compare members with each other. */
export const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, $data: true });

/** What a value lacks of the form with this name in forms.yaml. */
export function formFaults(form: string, value: Json, { file, pointer }: Place): Finding[] {
  // The path is the same from src/lint and from dist/lint.
  const text = () => readFileSync(new URL("../../src/lint/forms.yaml", import.meta.url), "utf8");
  if (ajv.getSchema("forms") === undefined) ajv.addSchema({ $id: "forms", $defs: parse(text()) });
  const validate = ajv.getSchema(`forms#/$defs/${form}`);
  if (validate === undefined) throw new Error(`no form ${form}`);
  if (validate(value) === true) return [];
  const own = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return explain(rawFaults(own), value).map(
    ({ pointer: at, message, expected }): Finding => [
      { file, pointer: pointer + at },
      message,
      `Write ${expected}.`,
    ],
  );
}

/** The findings in one schema at a place. */
type Find = (schema: Schema, at: Place, types: Types) => Iterable<Finding>;

/** What JSON Schema cannot demand. */
const RULES: Readonly<Record<string, Find>> = {
  *"fitting-values"(schema, at) {
    const types = typesOf(schema);
    const values: [string, Json][] = (schema.enum ?? []).map((member) => ["enum", member]);
    if ("const" in schema) values.push(["const", schema.const as Json]);
    for (const [keyword, value] of values) {
      const cause = `${JSON.stringify(value)} is not of type ${types.join(" or ")}`;
      if (types.length > 0 && !isOfKinds(value, types))
        yield [below(at, keyword), cause, "Fix the value or the type."];
    }
  },

  *"object-bases"({ allOf = [] }, at, { types }) {
    for (const [i, { $ref = "" }] of allOf.entries()) {
      const cause = `${$ref} is not an object, so it cannot be a base`;
      if ((types.get($ref)?.schema.type ?? "object") !== "object")
        yield [below(at, "allOf", i), cause, "Refer to an object, or use a field."];
    }
  },

  *"declared-required"(schema, at, types) {
    const known = new Set(fieldsOf(types, schema).map((field) => field.name));
    for (const keyword of ["required", "x-sent-required"] as const)
      for (const name of schema[keyword] ?? []) {
        const cause = `${name} is required, but no field is declared under that name`;
        if (!known.has(name)) yield [below(at, keyword), cause, "Declare it, or fix the name."];
        else if (keyword === "x-sent-required" && schema.required?.includes(name) === true)
          yield [below(at, keyword), `${name} is required anyway`, "Leave it out of x-sent-required."];
      }
  },
};

/** A row of style.yaml. */
interface Row {
  readonly rule: string;
  readonly demand: JsonObject;
  readonly cause: string;
  readonly fix: string;
  readonly isWarning?: true;
  readonly named?: true;
}

/** The style of our own schemas, as rules over every schema of a dialect and each of its parts. */
export function styleRules(): Rule<DialectContext>[] {
  // The path is the same from src/lint and from dist/lint.
  const rows = parse(readFileSync(new URL("../../src/lint/style.yaml", import.meta.url), "utf8")) as Row[];
  return [
    ...rows.map(({ rule, demand, cause, fix, isWarning, named }) => {
      const broken = brokenPlaces(demand);
      const find: Find = (schema, { file, pointer }) =>
        broken(schema).map((at) => [{ file, pointer: pointer + at }, cause, fix]);
      return over(named === true ? eachType : walk, rule, find, isWarning);
    }),
    ...Object.entries(RULES).map(([rule, find]) => over(walk, rule, find)),
  ];
}

/** Pointers to what breaks a demand; that of an unwanted member is its own. */
function brokenPlaces(demand: JsonObject): (schema: Schema) => string[] {
  const validate = ajv.compile(demand);
  return (schema) => {
    if (validate(schema)) return [];
    const own = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
    const places = own.map(({ instancePath, params }) =>
      "additionalProperty" in params ? childPointer(instancePath, params.additionalProperty) : instancePath,
    );
    // Of a place and a part of it, the whole place breaks the demand.
    return [...new Set(places)].filter((at) => !places.some((other) => at.startsWith(`${other}/`)));
  };
}

const eachType: typeof walk = (schema, pointer, visit) => visit(schema, pointer);

function over(each: typeof walk, rule: string, find: Find, isWarning?: true): Rule<DialectContext> {
  const findings = ({ dialect }: DialectContext) => {
    const found: Finding[] = [];
    for (const { file, pointer: top, schema: whole } of dialect.types.values())
      each(whole, top, (schema, pointer) => found.push(...find(schema, { file, pointer }, dialect)));
    return found;
  };
  return [rule, findings, isWarning];
}
