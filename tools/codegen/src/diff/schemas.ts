import { type Json, sameJson } from "../json.js";
import { type Field, fieldsOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { childPointer } from "../pointer.js";
import { isMap, isPlainRef, mainTypes, mapParts, type Schema, type Types } from "../schema/schema.js";
import { constraintChanges } from "./constraints.js";
import { type Direction, type Effect, type Findings, verdictOf } from "./finding.js";

/** Keywords that are compared one by one, and those that affect no data. */
const JUDGED: ReadonlySet<string> = new Set([
  ...["$ref", "type", "const", "enum", "pattern", "properties", "required", "additionalProperties", "items"],
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"],
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"],
  ...[
    "title",
    "description",
    "deprecated",
    "default",
    "examples",
    "format",
    "$comment",
    "readOnly",
    "writeOnly",
  ],
  ...["x-open", "x-sent-required", "x-pattern-description", "x-source", "x-near-misses", "x-envelope"],
]);

/** A schema with its references replaced by their targets, without annotations; a circle ends with the name. */
function expanded(types: Types, schema: Schema, path: readonly string[] = []): Json {
  const {
    $ref,
    title: _,
    description: __,
    examples: ___,
    ...rest
  } = mapParts(schema, (part) => expanded(types, part, path) as Schema);
  if ($ref === undefined) return rest as Json;
  const target = types.types.get($ref)?.schema;
  if (target === undefined || path.includes($ref)) return { ...(rest as object), $ref };
  return { ...(rest as object), $ref: expanded(types, target, [...path, $ref]) };
}

/** One schema and its place. */
interface Spot {
  readonly schema: Schema;
  readonly pointer: string;
}

/** Compares the schemas of two versions of a dialect that are reachable from one side of one method. */
export class SchemaDiff {
  readonly #old: Dialect;
  readonly #new: Dialect;
  readonly #findings: Findings;
  readonly #method: string;
  readonly #direction: Direction;
  readonly #compared = new Set<string>();

  constructor(before: Dialect, after: Dialect, findings: Findings, method: string, direction: Direction) {
    this.#old = before;
    this.#new = after;
    this.#findings = findings;
    this.#method = method;
    this.#direction = direction;
  }

  compare(before: NamedType, after: NamedType): void {
    const pair = `${before.name} ${after.name}`;
    if (this.#compared.has(pair)) return;
    this.#compared.add(pair);
    this.#values(
      { schema: before.schema, pointer: place(before) },
      { schema: after.schema, pointer: place(after) },
    );
    for (const note of ["description", "examples", "x-source", "x-near-misses"] as const) {
      if (sameJson(before.schema[note] as Json | undefined, after.schema[note] as Json | undefined)) continue;
      this.#findings.add(childPointer(place(after), note), "internal", `${note} changed`, "", this.#method);
    }
  }

  #values(before: Spot, after: Spot): void {
    const [oldName, newName] = [before.schema.$ref, after.schema.$ref];
    const [oldType, newType] = [this.#old.types.get(oldName ?? ""), this.#new.types.get(newName ?? "")];
    if (oldType !== undefined && newType !== undefined) {
      this.compare(oldType, newType);
      return;
    }
    const [old, now] = [oldType?.schema ?? before.schema, newType?.schema ?? after.schema];
    for (const { keyword, effect, what } of constraintChanges(old, now))
      this.#report(childPointer(after.pointer, keyword), effect, what);
    if (mainTypes(old)[0] === "object" && mainTypes(now)[0] === "object")
      this.#objects(old, now, after.pointer);
    if (old.items !== undefined && now.items !== undefined) {
      this.#values(
        { schema: old.items, pointer: before.pointer },
        { schema: now.items, pointer: childPointer(after.pointer, "items") },
      );
    }
    this.#alternatives(old, now, after.pointer);
    this.#unjudged(old, now, after.pointer);
  }

  /** The keywords whose effect is not worked out: any difference in them, or in what they refer to, is reported as such. */
  #unjudged(old: Schema, now: Schema, pointer: string): void {
    const keywords = new Set(
      [...Object.keys(old), ...Object.keys(now)].filter((keyword) => !JUDGED.has(keyword)),
    );
    const areBases = [old, now].every(
      (schema) => mainTypes(schema)[0] === "object" && (schema.allOf ?? []).every(isPlainRef),
    );
    const areNamed = [old, now].every((schema) => (schema.oneOf ?? schema.anyOf ?? []).every(isPlainRef));
    if (areBases) keywords.delete("allOf");
    if (areNamed) for (const keyword of ["oneOf", "anyOf"]) keywords.delete(keyword);
    for (const keyword of keywords) {
      const [was, is] = [old, now].map(
        (schema) => ({ [keyword]: schema[keyword as keyof Schema] }) as Schema,
      );
      if (sameJson(expanded(this.#old, was ?? {}), expanded(this.#new, is ?? {}))) continue;
      const what = `${keyword} changed, or what it refers to; whether what was valid still is, is not judged`;
      this.#findings.add(childPointer(pointer, keyword), "unjudged", what, "", this.#method);
    }
  }

  #objects(old: Schema, now: Schema, pointer: string): void {
    this.#rest(old, now, pointer);
    const before = new Map(fieldsOf(this.#old, old).map((field) => [field.name, field]));
    const after = new Map(fieldsOf(this.#new, now).map((field) => [field.name, field]));
    for (const field of before.values()) {
      const at = childPointer(childPointer(pointer, "properties"), field.name);
      const next = after.get(field.name);
      if (next === undefined) this.#removed(field, now, at);
      else this.#field(field, next, at);
    }
    for (const field of after.values()) {
      if (before.has(field.name)) continue;
      const at = childPointer(childPointer(pointer, "properties"), field.name);
      if (field.required) this.#report(at, "narrower", `the field ${field.name} is new and required`);
      else
        this.#findings.add(
          at,
          "compatible",
          `the field ${field.name} is new and optional`,
          "receivers ignore unknown members",
          this.#method,
        );
    }
  }

  #field(old: Field, now: Field, at: string): void {
    if (old.required !== now.required) {
      const effect = now.required ? "narrower" : "wider";
      const what = `the field ${now.name} is ${now.required ? "required" : "optional"} now`;
      const isMissed = !now.required && this.#direction === "result";
      if (isMissed)
        this.#findings.add(at, "breaking", what, "callers that read it may find nothing", this.#method);
      else this.#report(at, effect, what);
    } else if (old.sentRequired !== now.sentRequired) {
      const what = now.sentRequired ? "senders always send it now" : "senders may leave it out now";
      this.#findings.add(at, "compatible", what, "receivers have never asked for it", this.#method);
    }
    // A field of a base is reported at its place in the base.
    if (now.from === null || old.from === null || now.from !== old.from) {
      this.#values({ schema: old.schema, pointer: at }, { schema: now.schema, pointer: at });
    } else this.#base(old.from, now.from);
  }

  #base(old: string, now: string): void {
    const [before, after] = [this.#old.types.get(old), this.#new.types.get(now)];
    if (before !== undefined && after !== undefined) this.compare(before, after);
  }

  #removed(field: Field, now: Schema, at: string): void {
    const what = `the field ${field.name} is gone`;
    if (this.#direction === "request") {
      const isClosed = now.additionalProperties === false;
      const consequence = isClosed
        ? "a sender that still sends it is refused"
        : "a sender that still sends it is understood, the field ignored";
      this.#findings.add(at, isClosed ? "breaking" : "compatible", what, consequence, this.#method);
    } else if (field.sentRequired)
      this.#findings.add(at, "breaking", what, "callers that read it find nothing", this.#method);
    else
      this.#findings.add(
        at,
        "compatible",
        what,
        "it was optional, so callers had to do without it",
        this.#method,
      );
  }

  /** The members allowed in addition to the declared fields, or in a map. */
  #rest(old: Schema, now: Schema, pointer: string): void {
    const [before, after] = [old.additionalProperties ?? true, now.additionalProperties ?? true];
    const at = childPointer(pointer, "additionalProperties");
    if (typeof before === "object" && typeof after === "object") {
      this.#values({ schema: before, pointer: at }, { schema: after, pointer: at });
    } else if (before !== after) {
      const rank = (rest: boolean | Schema) => (rest === true ? 2 : rest === false ? 0 : 1);
      const effect = rank(after) < rank(before) ? "narrower" : "wider";
      this.#report(
        at,
        effect,
        effect === "narrower" ? "other fields are not all allowed any more" : "other fields are allowed",
      );
    } else if (isMap(old) !== isMap(now))
      this.#report(pointer, "none", isMap(now) ? "no fields are declared any more" : "fields are declared");
  }

  #alternatives(old: Schema, now: Schema, pointer: string): void {
    const options = (schema: Schema) => schema.oneOf ?? schema.anyOf ?? [];
    if (![...options(old), ...options(now)].every(isPlainRef)) return;
    const names = (schema: Schema) => options(schema).map((option) => option.$ref ?? "");
    const at = childPointer(pointer, now.anyOf === undefined ? "oneOf" : "anyOf");
    for (const name of names(old)) {
      const [before, after] = [this.#old.types.get(name), this.#new.types.get(name)];
      if (!names(now).includes(name)) this.#report(at, "narrower", `${name} is no alternative any more`);
      else if (before !== undefined && after !== undefined) this.compare(before, after);
    }
    for (const name of names(now))
      if (!names(old).includes(name)) this.#report(at, "wider", `${name} is a new alternative`);
  }

  #report(pointer: string, effect: Effect, what: string): void {
    this.#findings.add(
      pointer,
      verdictOf(effect, this.#direction),
      what,
      consequence(effect, this.#direction),
      this.#method,
    );
  }
}

function consequence(effect: Effect, direction: Direction): string {
  if (effect === "none") return "";
  if (effect === "different")
    return direction === "request" ? "old callers are refused" : "callers that check it refuse the reply";
  if (direction === "request")
    return effect === "narrower" ? "callers that were right are refused" : "old callers stay right";
  return effect === "wider"
    ? "callers get replies that they do not support"
    : "callers are promised more than before";
}

function place(type: NamedType): string {
  return `${type.file}#${type.pointer}`;
}
