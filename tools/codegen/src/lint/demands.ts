import { readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { below, type Place } from "../fault.js";
import type { Json, JsonObject } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import type { Dialect, Model, NamedType } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { childPointer } from "../runtime/values.js";
import { isOfKinds, type Schema, type Types, typesOf, walk } from "../schema/schema.js";
import { rawFaults } from "../validate/ajv.js";

/** A place, the cause of a fault there, and a fix. */
export type Finding = readonly [place: Place, cause: string, fix: string];

/** The input of a rule about a dialect. */
export interface DialectContext {
  readonly model: Model;
  readonly dialect: Dialect;
}

/** Rules by their ids, which are printed with each fault. */
export type Rules<Input> = Readonly<Record<string, (input: Input) => Iterable<Finding>>>;

/** The schemas of whole messages. */
export function messages({ dialect }: DialectContext): NamedType[] {
  return [...dialect.types.values()].filter(({ isMessage }) => isMessage);
}

/** For the forms and the style, whose demands compare members with each other. */
const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, $data: true });

/** What a value lacks of the form with this name in forms.yaml. */
export function formFaults(form: string, value: Json, { file, pointer }: Place): Finding[] {
  if (ajv.getSchema("forms") === undefined)
    ajv.addSchema({ $id: "forms", $defs: readData("forms.yaml") as JsonObject });
  const validate = ajv.getSchema(`forms#/$defs/${form}`);
  if (validate === undefined) throw new Error(`no form ${form}`);
  if (validate(value) === true) return [];
  const own = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return explain(rawFaults(own), value).map(
    ({ pointer: at, message, expected }) =>
      [{ file, pointer: pointer + at }, message, `Write ${expected}.`] as const,
  );
}

/** The findings in one schema at a place. */
type Find = (schema: Schema, at: Place, types: Types) => Iterable<Finding>;

/** What JSON Schema cannot demand. */
export const RULES: Readonly<Record<string, Find>> = {
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
  readonly named?: true;
}

type Demand = Row & { readonly validate: ValidateFunction };
let style: readonly Demand[] | undefined;

function styleDemands(): readonly Demand[] {
  const rows = readData("style.yaml") as unknown as readonly Row[];
  return rows.map((row) => ({ ...row, validate: ajv.compile(row.demand) }));
}

/** What breaks our style in the schemas of dialects and in each of their parts, with the rule. */
export function styleFindings(dialects: readonly Dialect[]): (readonly [rule: string, Finding])[] {
  const found: (readonly [rule: string, Finding])[] = [];
  if (dialects.length === 0) return found;
  style ??= styleDemands();
  const demands = style;
  for (const dialect of dialects)
    for (const { file, pointer: top, schema: whole } of dialect.types.values())
      walk(whole, top, (schema, pointer) => {
        for (const { rule, validate, cause, fix, named } of demands) {
          if ((named === true && schema !== whole) || validate(schema)) continue;
          for (const at of brokenPlaces(validate.errors ?? []))
            found.push([rule, [{ file, pointer: pointer + at }, cause, fix]]);
        }
        for (const [rule, find] of Object.entries(RULES))
          for (const finding of find(schema, { file, pointer }, dialect)) found.push([rule, finding]);
      });
  return found;
}

/** Pointers to what breaks a demand; that of an unwanted member is its own. */
function brokenPlaces(errors: readonly ErrorObject[]): string[] {
  const own = errors.filter(({ keyword }) => keyword !== "if");
  const places = own.map(({ instancePath, params }) =>
    "additionalProperty" in params ? childPointer(instancePath, params.additionalProperty) : instancePath,
  );
  // Of a place and a part of it, the whole place breaks the demand.
  return [...new Set(places)].filter((at) => !places.some((other) => at.startsWith(`${other}/`)));
}

/** The data of a file next to this one; the path is the same from src/lint and from dist/lint. */
export function readData(name: string): Json {
  return parse(readFileSync(new URL(`../../src/lint/${name}`, import.meta.url), "utf8")) as Json;
}
