import { basesOf, type Schema, type Types } from "../schema/schema.js";

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
