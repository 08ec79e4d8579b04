import { differsWhenReceived } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { basesOf, isMap, isNullable, mainTypes } from "../model/schema.js";
import { code, join } from "../print/code.js";
import type { File } from "../print/file.js";
import { hasReceivedType } from "./modules.js";
import { type Form, objectBody, referred, typeExpression } from "./type-expression.js";

/** Declares the type of a schema as we send it and, where it reads differently, as we receive it. */
export function emitTypes(dialect: Dialect, type: NamedType, out: File): void {
  declare(dialect, type, out, "sent");
  if (!hasReceivedType(dialect, type)) return;
  out.print``;
  if (differsWhenReceived(dialect, type.name)) declare(dialect, type, out, "received");
  else {
    out.doc(`${type.name} as it is received: the same.`);
    out.print`export type ${out.declareType(`${type.name}In`)} = ${out.declareType(type.name)};`;
  }
}

function declare(dialect: Dialect, type: NamedType, out: File, form: Form): void {
  const { schema } = type;
  const name = out.declareType(form === "sent" ? type.name : `${type.name}In`);
  if (form === "sent") out.doc(schema.description ?? "", source(type));
  else
    out.doc(
      `${type.name} as it is received: unknown fields are ignored, and what only a sender must set may be missing.`,
    );
  if (mainTypes(schema)[0] !== "object" || isMap(schema) || isNullable(schema)) {
    out.print`export type ${name} = ${typeExpression(dialect, schema, form)};`;
    return;
  }
  const bases = basesOf(schema).map((base) => referred(dialect, base, form));
  const heritage = bases.length === 0 ? "" : code` extends ${join(bases, ", ")}`;
  out.print`export interface ${name}${heritage} ${objectBody(dialect, schema, form)}`;
  out.print`}`;
}

function source(type: NamedType): string {
  const clause = type.schema["x-source"];
  return clause === undefined ? "" : `Source: ${clause}.`;
}
