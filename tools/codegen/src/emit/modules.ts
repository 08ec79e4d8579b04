import { differsWhenReceived } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { mainTypes } from "../model/schema.js";
import { valueName } from "../names.js";
import { type Name, typeNamed, valueNamed } from "../print/code.js";

/** The modules and names of all that is emitted for a schema. Only this file defines the layout, for emitters and tests. */
export function typeModule(dialect: Dialect, type: NamedType): string {
  return `${dialect.name}/${type.isMessage ? "messages" : "schemas"}/${type.kebab}`;
}

/** Whether there is a second type for received data. A closed scalar has the same type in both directions. */
export function hasReceivedType(dialect: Dialect, type: NamedType): boolean {
  const isObject = mainTypes(type.schema)[0] === "object" || type.schema.oneOf !== undefined;
  return type.isMessage || isObject || differsWhenReceived(dialect, type.name);
}

/** The type of sent data of a schema. */
export function sentType(dialect: Dialect, type: NamedType): Name {
  return typeNamed(type.name, typeModule(dialect, type));
}

/** The type of received data of a schema. */
export function receivedType(dialect: Dialect, type: NamedType): Name {
  const text = hasReceivedType(dialect, type) ? `${type.name}In` : type.name;
  return typeNamed(text, typeModule(dialect, type));
}

/** The type of a reference. */
export function referredType(dialect: Dialect, name: string, form: "sent" | "received"): Name {
  const type = dialect.types.get(name);
  if (type === undefined) throw new Error(`no schema ${name} in ${dialect.name}`);
  return form === "sent" ? sentType(dialect, type) : receivedType(dialect, type);
}

/** The fields that a builder needs in addition to the identity. */
export function fieldsType(dialect: Dialect, type: NamedType): Name {
  return typeNamed(`${type.name}Fields`, typeModule(dialect, type));
}

export function builder(dialect: Dialect, type: NamedType): Name {
  return valueNamed(valueName(type.name), typeModule(dialect, type));
}

export function validatorModule(dialect: Dialect, type: NamedType): string {
  return `${dialect.name}/validators/${type.kebab}`;
}

export function validator(dialect: Dialect, type: NamedType): Name {
  return valueNamed(`validate${type.name}`, validatorModule(dialect, type));
}

/** The check of a schema, which other schemas call for their parts. */
export function partCheck(dialect: Dialect, type: NamedType): Name {
  return valueNamed(`check${type.name}`, validatorModule(dialect, type));
}

export function examplesModule(dialect: Dialect, type: NamedType): string {
  return `${dialect.name}/examples/${type.kebab}`;
}

export function examples(dialect: Dialect, type: NamedType): Name {
  return valueNamed(`${valueName(type.name)}Examples`, examplesModule(dialect, type));
}

/** The near misses, or the generated faults, of a message. */
export function sampleSet(dialect: Dialect, type: NamedType, part: "NearMisses" | "Faults"): Name {
  return valueNamed(`${valueName(type.name)}${part}`, examplesModule(dialect, type));
}

export function arbitraryModule(dialect: Dialect, type: NamedType): string {
  return `${dialect.name}/arbitraries/${type.kebab}`;
}

export function arbitrary(dialect: Dialect, type: NamedType): Name {
  return valueNamed(`${valueName(type.name)}Arbitrary`, arbitraryModule(dialect, type));
}

/** Names from the hand-written runtime files, which are copied next to the emitted ones. */
export const runtime = {
  Validator: typeNamed("Validator", "validator"),
  pointer: valueNamed("pointer", "checks"),
  isObject: valueNamed("isObject", "checks"),
  missing: valueNamed("missing", "checks"),
  mistyped: valueNamed("mistyped", "checks"),
  text: valueNamed("text", "checks"),
  integer: valueNamed("integer", "checks"),
  items: valueNamed("items", "checks"),
  constant: valueNamed("constant", "checks"),
  member: valueNamed("member", "checks"),
  own: valueNamed("own", "checks"),
  ownFields: valueNamed("ownFields", "checks"),
  record: valueNamed("record", "checks"),
  validatorOf: valueNamed("validatorOf", "checks"),
  Identity: typeNamed("Identity", "identity"),
  SignedIdentity: typeNamed("SignedIdentity", "identity"),
  SenderFields: typeNamed("SenderFields", "identity"),
  SignedSenderFields: typeNamed("SignedSenderFields", "identity"),
  Violation: typeNamed("Violation", "explain"),
  FieldFault: typeNamed("FieldFault", "field-fault"),
  Faulty: typeNamed("Faulty", "any-fault"),
  withAnyFault: valueNamed("withAnyFault", "any-fault"),
  withFault: valueNamed("withFault", "field-fault"),
  countCharacters: valueNamed("countCharacters", "checks"),
} as const;
