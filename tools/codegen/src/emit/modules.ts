import { differsWhenReceived, type Form } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { valueName } from "../names.js";
import { type Name, typeNamed, valueNamed } from "../print/file.js";
import type * as checks from "../runtime/checks.js";
import type * as values from "../runtime/values.js";
import { mainTypes } from "../schema/schema.js";

/** The modules and names of all that is emitted for a schema. Only this file defines the layout, for emitters and tests. */
export function typeModule(dialect: Dialect, type: NamedType): string {
  return type.isMessage ? `${dialect.name}/messages/${type.kebab}` : `${dialect.name}/schemas`;
}

/**
 * Whether there is a second type for received data. A closed scalar has the same type in both directions, and so has every type
 * of a document that does not have our conventions. A further dialect is for reading: its types are those of received data.
 */
export function hasTwoTypes(dialect: Dialect, { name, isMessage, schema }: NamedType): boolean {
  const isObject = mainTypes(schema)[0] === "object" || schema.oneOf !== undefined;
  const differs = isMessage || isObject || differsWhenReceived(dialect, name);
  return dialect.isMain && dialect.isLeagueSpec && differs;
}

/** A kind of name that is derived from each schema's: the module that exports it, and its text. */
function derived(
  kind: Name["kind"],
  module: (dialect: Dialect, type: NamedType) => string,
  text: (name: string) => string,
) {
  return (dialect: Dialect, type: NamedType): Name => ({
    text: text(type.name),
    module: module(dialect, type),
    kind,
  });
}

/** The type of sent data of a schema. */
export const sentType = derived("type", typeModule, (name) => name);

/** The type of received data of a schema. */
export function receivedType(dialect: Dialect, type: NamedType): Name {
  const text = hasTwoTypes(dialect, type) ? `${type.name}In` : type.name;
  return typeNamed(text, typeModule(dialect, type));
}

/** The schema of a reference. */
export function namedType(dialect: Dialect, name: string): NamedType {
  const type = dialect.types.get(name);
  if (type === undefined) throw new Error(`no schema ${name} in ${dialect.name}`);
  return type;
}

/** The type of a reference. */
export function referredType(dialect: Dialect, name: string, form: Form): Name {
  const type = namedType(dialect, name);
  return form === "sent" ? sentType(dialect, type) : receivedType(dialect, type);
}

/** The fields that a builder needs in addition to the identity. */
export const fieldsType = derived("type", typeModule, (name) => `${name}Fields`);
export const builder = derived("value", typeModule, valueName);

/** The validators of a dialect have a module of their own, so that it can be loaded on demand. */
export function validatorsModule(dialect: Dialect): string {
  return `${dialect.name}/validators`;
}

export const validator = derived("value", validatorsModule, (name) => `validate${name}`);
/** The check of a schema, which other schemas call for their parts. */
export const partCheck = derived("value", validatorsModule, (name) => `check${name}`);
/** The one expression that says whether data fits a schema. */
export const guard = derived("value", typeModule, (name) => `is${name}`);

export function examplesModule(dialect: Dialect, type: NamedType): string {
  return `${dialect.name}/examples/${type.kebab}`;
}

export const examples = derived("value", examplesModule, (name) => `${valueName(name)}Examples`);
export const nearMisses = derived("value", examplesModule, (name) => `${valueName(name)}NearMisses`);
export const faults = derived("value", examplesModule, (name) => `${valueName(name)}Faults`);

/** A question about a value in the hand-written runtime. */
export function valueTest(name: keyof typeof values): Name {
  return valueNamed(name, "values");
}

/** The check of a keyword, or of several, in the hand-written runtime. */
export function check(name: Exclude<keyof typeof checks, "validatorOf">): Name {
  return valueNamed(name, "checks");
}

/** Names from the hand-written runtime files, which are copied next to the emitted ones. */
export const runtime = {
  Validator: typeNamed("Validator", "validator"),
  Check: typeNamed("Check", "checks"),
  validatorOf: valueNamed("validatorOf", "checks"),
  Identity: typeNamed("Identity", "identity"),
  SignedIdentity: typeNamed("SignedIdentity", "identity"),
  SenderFields: typeNamed("SenderFields", "identity"),
  SignedSenderFields: typeNamed("SignedSenderFields", "identity"),
  Violation: typeNamed("Violation", "explain"),
  FieldFault: typeNamed("FieldFault", "field-fault"),
  faultsOf: valueNamed("faultsOf", "field-fault"),
  lazyValidator: valueNamed("lazyValidator", "validator"),
  withValidators: valueNamed("withValidators", "validator"),
} as const;
