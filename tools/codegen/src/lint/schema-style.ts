import { below } from "../fault.js";
import { isList, type Json } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import { mostSimilar } from "../runtime/similar.js";
import { BOUNDS, isMap, isPlainRef, type Schema, type Types, typesOf, walk } from "../schema/schema.js";
import type { DialectContext, Finding, Rule } from "./rule.js";

/** A place below the schema, the cause, and the fix. */
type StyleFinding = readonly [keys: readonly (string | number)[], cause: string, fix: string];

/**
 * The style of our own schemas: a small part of JSON Schema that every tool and language reads alike. One row a rule; any other
 * document may use all of JSON Schema.
 */
const SCHEMA_STYLE: Readonly<Record<string, (schema: Schema, types: Types) => Iterable<StyleFinding>>> = {
  *"known-keywords"(schema) {
    for (const keyword of Object.keys(schema)) if (!KNOWN.has(keyword)) yield* outside(keyword);
  },

  *"explicit-type"(schema) {
    const isSaid = ["type", "$ref", "oneOf"].some((keyword) => keyword in schema);
    const keywords = constraints(schema);
    if (!isSaid && keywords.length > 0) yield [[], `${keywords.join(", ")} without a type`, "Add the type."];
  },

  *types({ type }) {
    const isOneAndNull = type?.length === 2 && type[0] !== "null" && type[1] === "null";
    if (isList(type) && !isOneAndNull)
      yield [["type"], "a list of types is one type and null", 'Write [string, "null"], or a oneOf.'];
  },

  *"open-enums"(schema) {
    const isOpen = schema["x-open"];
    const unsaid = "the enum does not say whether a receiver accepts other values";
    if ("enum" in schema && isOpen === undefined) yield [[], unsaid, "Add x-open: false, or x-open: true."];
    if (!("enum" in schema) && isOpen !== undefined)
      yield [[], "x-open without an enum", "Add the enum, or leave x-open out."];
    const fix = "Only strings can be open: use type string, or x-open: false.";
    if (isOpen === true && !typesOf(schema).includes("string"))
      yield [[], "an open enum whose members are not text", fix];
  },

  *"fitting-values"(schema) {
    const named = typesOf(schema).join(" or ");
    const faulty = (value: Json | undefined) => !typesOf(schema).some((type) => isOfType(value, type));
    const found = ([keyword, value]: readonly [string, Json | undefined]): StyleFinding => {
      return [[keyword], `${JSON.stringify(value)} is not of type ${named}`, "Fix the value or the type."];
    };
    if ("const" in schema && faulty(schema.const)) yield found(["const", schema.const]);
    for (const value of schema.enum ?? []) if (faulty(value)) yield found(["enum", value]);
  },

  *"plain-refs"(schema) {
    const fix = "Use allOf with the reference, or a separate schema.";
    for (const keyword of beside("$ref", schema))
      yield [[keyword], `${keyword} stands next to $ref, and tools disagree on what that means`, fix];
  },

  *composition(schema) {
    for (const keyword of ["allOf", "oneOf"] as const)
      for (const [i, part] of (schema[keyword] ?? []).entries()) {
        const cause = `${keyword} holds a schema that is no plain reference`;
        if (!isPlainRef(part)) yield [[keyword, i], cause, "Give it a name and refer to it."];
      }
    for (const keyword of beside("oneOf", schema))
      yield [[keyword], `${keyword} stands next to oneOf`, "Move it into each of the alternatives."];
  },

  *"object-bases"(schema, { types }) {
    for (const [i, { $ref = "" }] of (schema.allOf ?? []).entries()) {
      const base = types.get($ref)?.schema;
      const cause = `${$ref} is not an object, so it cannot be a base`;
      if (base !== undefined && base.type !== "object")
        yield [["allOf", i], cause, "Refer to an object, or use a field."];
    }
  },

  *"property-names"({ properties = {} }) {
    const fix = "Use letters, digits and underscores, beginning with a letter.";
    for (const name of Object.keys(properties)) {
      const cause = `"${name}" is no field name in every language, or a member of every JavaScript object`;
      if (!/^[A-Za-z_$][\w$.-]*$/.test(name) || name in Object.prototype)
        yield [["properties", name], cause, fix];
    }
  },

  *"fitting-keywords"(schema) {
    const types = typesOf(schema);
    for (const [keyword, fits] of Object.entries(FOR)) {
      const cause = `${keyword} says nothing about type ${types.join(" or ")}`;
      if (keyword in schema && "type" in schema && !types.some((type) => fits.includes(type)))
        yield [[keyword], cause, "Fix the type, or leave the keyword out."];
    }
    if (types.includes("array") && schema.items === undefined)
      yield [[], "a list that does not say what is in it", "Add items."];
    const both = "an object that is a record and a map at once";
    if (typeof schema.additionalProperties === "object" && !isMap(schema))
      yield [["additionalProperties"], both, "Put the map into a separate field."];
  },

  *"sound-bounds"(schema) {
    for (const [low, high] of BOUNDS) {
      const [from, to] = [schema[low], schema[high]];
      if (from !== undefined && to !== undefined && from > to)
        yield [[low], `${low} ${from} is above ${high} ${to}`, "Exchange them, or fix one."];
    }
  },

  *"anchored-patterns"({ pattern = "^$" }) {
    const isWhole = PREFIX.test(pattern) || (pattern.startsWith("^") && pattern.endsWith("$"));
    const cause = "the pattern may match a part of the text only";
    if (!isWhole) yield [["pattern"], cause, "Begin it with ^ and end it with $."];
  },

  *"declared-required"(schema, types) {
    const known = new Set(fieldsOf(types, schema).map((field) => field.name));
    for (const keyword of ["required", "x-sent-required"] as const)
      for (const name of schema[keyword] ?? []) {
        const cause = `${name} is required, but no field is declared under that name`;
        if (!known.has(name)) yield [[keyword], cause, "Declare it, or fix the name."];
        else if (keyword === "x-sent-required" && schema.required?.includes(name) === true)
          yield [[keyword], `${name} is required anyway`, "Leave it out of x-sent-required."];
      }
  },

  *"pattern-descriptions"({ pattern, "x-pattern-description": description }) {
    const cause = "the pattern has no description, which is printed where a message is refused";
    if (pattern !== undefined && description === undefined)
      yield [["pattern"], cause, "Add `x-pattern-description`."];
  },
};

/** The same rows over every schema of a dialect and each of its parts. */
export const STYLE: readonly Rule<DialectContext>[] = Object.entries(SCHEMA_STYLE).map(([id, find]) => [
  id,
  ({ dialect }) => {
    const findings: Finding[] = [];
    for (const { file, pointer: top, schema: whole } of dialect.types.values())
      walk(whole, top, (schema, pointer) => {
        for (const [keys, cause, fix] of find(schema, dialect))
          findings.push([below({ file, pointer }, ...keys), cause, fix]);
      });
    return findings;
  },
  id === "pattern-descriptions" || undefined,
]);

/** The types to which each keyword applies. */
const FOR: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    object: "properties required x-sent-required additionalProperties allOf",
    array: "items minItems maxItems",
    string: "pattern minLength maxLength",
    "integer number": "minimum maximum",
  }).flatMap(([types, keywords]) => keywords.split(" ").map((keyword) => [keyword, types.split(" ")])),
);

const ANNOTATIONS = ["title", "description", "deprecated", "default", "examples"];
const EXTENSIONS = ["x-open", "x-sent-required", "x-near-misses", "x-pattern-description"];
const KNOWN = new Set([
  "$ref",
  "type",
  "const",
  "enum",
  "oneOf",
  ...Object.keys(FOR),
  ...ANNOTATIONS,
  ...EXTENSIONS,
]);

/** A pattern for a prefix, such as ^https?://, is the only one that needs no end. */
const PREFIX = /^\^[\w:/.?\\-]+$/;

/** The replacement for keywords that tools implement differently. */
const INSTEAD: Readonly<Record<string, string>> = {
  format: "Use a pattern, which all validators check equally.",
  anyOf: "Use oneOf with references to schemas that exclude each other.",
  patternProperties: "Use additionalProperties with the schema of the values.",
  prefixItems: "Use an object with named fields.",
};

function* outside(keyword: string): Iterable<StyleFinding> {
  // Other members with x- have no effect here, so that a misspelled one would be ignored.
  const near = keyword.startsWith("x-") ? mostSimilar(keyword, EXTENSIONS) : undefined;
  if (keyword.startsWith("x-") && near === undefined) return;
  const other = near === undefined ? INSTEAD[keyword] : `Write ${near}, or choose another name.`;
  const cause = `the keyword ${keyword} is outside of the style of this specification`;
  yield [[keyword], cause, other ?? "Leave it out."];
}

/** The keywords that are no annotations. */
function constraints(schema: Schema): string[] {
  return Object.keys(schema).filter((keyword) => !ANNOTATIONS.includes(keyword) && !keyword.startsWith("x-"));
}

/** The constraints next to a keyword that must stand alone. */
function beside(alone: string, schema: Schema): string[] {
  return alone in schema ? constraints(schema).filter((keyword) => keyword !== alone) : [];
}

function isOfType(value: Json | undefined, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  return (value === null ? "null" : typeof value) === type;
}
