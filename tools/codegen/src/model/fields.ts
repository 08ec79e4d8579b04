import { basesOf, isRecord, mapParts, reachedFrom, type Schema, type Types, walk } from "../schema/schema.js";

/** The two types of a schema: sent data and received data. */
export type Form = "sent" | "received";

/** One field of an object, its bases' fields included. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** Required in received data. */
  readonly required: boolean;
  /** Required in sent data; implied by `required`. */
  readonly sentRequired: boolean;
  /** Name of the base that declares it; null if the object itself declares it. */
  readonly from: string | null;
}

/** All fields of an object, the bases' first. An own declaration replaces the inherited one that it narrows. */
export function fieldsOf(dialect: Types, schema: Schema): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const base of basesOf(schema)) {
    for (const field of fieldsOf(dialect, dialect.types.get(base)?.schema ?? {})) {
      fields.set(field.name, { ...field, from: field.from ?? base });
    }
  }
  for (const [name, own] of Object.entries(schema.properties ?? {})) {
    const before = fields.get(name);
    const required = before?.required ?? false;
    fields.set(name, {
      name,
      schema: own,
      required,
      sentRequired: before?.sentRequired ?? false,
      from: null,
    });
  }
  for (const name of schema.required ?? []) strengthen(fields, name, { required: true, sentRequired: true });
  for (const name of schema["x-sent-required"] ?? []) strengthen(fields, name, { sentRequired: true });
  return [...fields.values()];
}

function strengthen(fields: Map<string, Field>, name: string, change: Partial<Field>): void {
  const field = fields.get(name);
  if (field !== undefined) fields.set(name, { ...field, ...change });
}

/** The fields of one object schema alone; a name that is only required has any value. */
export function fieldsHere(schema: Schema): Field[] {
  const names = schema.required ?? [];
  const all = { ...Object.fromEntries(names.map((name) => [name, {}])), ...schema.properties };
  return Object.entries(all).map(([name, part]) => {
    const required = names.includes(name);
    const sentRequired = required || schema["x-sent-required"]?.includes(name) === true;
    return { name, schema: part, required, sentRequired, from: null };
  });
}

/** The fields in an object's own declaration: its own, and inherited ones that it makes required. */
export function ownFields(dialect: Types, schema: Schema): readonly Field[] {
  const inherited = new Map(
    fieldsOf(dialect, { allOf: schema.allOf ?? [] }).map((field) => [field.name, field]),
  );
  return fieldsOf(dialect, schema).filter((field) => {
    const before = inherited.get(field.name);
    return (
      before === undefined ||
      field.from === null ||
      before.required !== field.required ||
      before.sentRequired !== field.sentRequired
    );
  });
}

/** The `message_type`, or undefined for an object without one. */
export function messageTypeOf(dialect: Types, schema: Schema): string | undefined {
  const field = fieldsOf(dialect, schema).find(({ name }) => name === "message_type");
  return typeof field?.schema.const === "string" ? field.schema.const : undefined;
}

const NOTES = new Set(["title", "description", "deprecated", "default", "examples"]);

/** A schema without what no validator reads. */
export function withoutNotes(schema: Schema, inner: (part: Schema) => Schema): Record<string, unknown> {
  const kept = Object.entries(mapParts(schema, inner));
  return Object.fromEntries(kept.filter(([key]) => !NOTES.has(key) && !key.startsWith("x-")));
}

/**
 * The schema of a receiver: unknown fields are allowed, open enums accept any string, and requirements of senders are removed.
 * Annotations are removed, so that no validator contains them. References stay references.
 */
export function receivedForm(schema: Schema): Schema {
  const form = withoutNotes(schema, receivedForm);
  if (schema["x-open"] === true) delete form.enum;
  return form;
}

/**
 * The schema of a sender: exactly the declared fields, exactly the enums' members. A base's fields are included, because
 * a closed object cannot be composed of two.
 */
export function sentForm(types: Types, schema: Schema): Schema {
  const inner = (part: Schema) => sentForm(types, part);
  const form = withoutNotes(schema, inner);
  if (!isRecord(schema)) return form;
  const fields = fieldsOf(types, schema);
  const properties = Object.fromEntries(fields.map((field) => [field.name, inner(field.schema)]));
  // A field that narrows an inherited one must also match the inherited declaration.
  const wider = basesOf(schema).flatMap((base) => fieldsOf(types, types.types.get(base)?.schema ?? {}));
  for (const field of wider) {
    const own = schema.properties?.[field.name];
    if (own !== undefined) properties[field.name] = { allOf: [inner(own), inner(field.schema)] };
  }
  const required = fields.filter((field) => field.sentRequired).map((field) => field.name);
  const { allOf: _, ...rest } = form;
  return { ...rest, properties, required, additionalProperties: schema.additionalProperties === true };
}

/** Whether received and sent data differ: an open enum, or a field that is required only in sent data. */
export function differsWhenReceived(types: Types, name: string): boolean {
  let differs = false;
  for (const reached of reachedFrom(types, [name]))
    walk(types.types.get(reached)?.schema ?? {}, "", (part) => {
      differs ||= part["x-open"] === true || (part["x-sent-required"]?.length ?? 0) > 0;
    });
  return differs;
}
