import { Ajv } from "ajv";
import {
  Ajv2020,
  type AnySchemaObject,
  type ErrorObject,
  type Options,
  type ValidateFunction,
} from "ajv/dist/2020.js";
import type { JsonObject } from "../json.js";
import { jsonSchema, openrpcSchema } from "../load/well-known.js";
import { receivedForm, sentForm } from "../model/forms.js";
import { explain } from "../runtime/explain.js";
import type { RawFault } from "../runtime/validator.js";
import type { Schema, Types } from "../schema/schema.js";

/** Strict, apart from two checks that complain about composed schemas; see the notes on Ajv in tools/codegen/README.md. */
const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  ownProperties: true,
  inlineRefs: false,
  messages: false,
  allErrors: true,
};

/** Ajv over one dialect: every schema is compiled at most once in each form. */
export class Compiler {
  readonly #types: Types;
  #received: Ajv2020 | undefined;
  #sent: Ajv2020 | undefined;

  constructor(types: Types) {
    this.#types = types;
  }

  /** The validator of received data. */
  received(name: string): ValidateFunction {
    this.#received ??= this.#ajv({ code: { source: true, esm: true, lines: true } }, (schema) =>
      receivedForm(schema),
    );
    return compiled(this.#received, name);
  }

  /** The validator of sent data. */
  sent(name: string): ValidateFunction {
    this.#sent ??= this.#ajv({}, (schema) => sentForm(this.#types, schema));
    return compiled(this.#sent, name);
  }

  #ajv(options: Options, form: (schema: Schema) => Schema): Ajv2020 {
    const ajv = new Ajv2020({ ...OPTIONS, ...options });
    // The subset has neither unevaluated* nor $dynamicRef, so validators need no code for them.
    ajv.opts.unevaluated = false;
    ajv.opts.dynamicRef = false;
    for (const [name, type] of this.#types.types) ajv.addSchema(form(type.schema) as AnySchemaObject, name);
    return ajv;
  }
}

function compiled(ajv: Ajv2020, name: string): ValidateFunction {
  const validate = ajv.getSchema(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate as ValidateFunction;
}

/** The faults that a validator finds in some data. */
export function faultsIn(validate: ValidateFunction, data: unknown): RawFault[] {
  return validate(data) ? [] : rawFaults(validate.errors ?? []);
}

/** Ajv's faults in the form of the emitted validators: the value of the keyword is the last of Ajv's parameters. */
export function rawFaults(errors: readonly ErrorObject[]): RawFault[] {
  return errors.map(({ instancePath, keyword, params }) => ({
    instancePath,
    keyword,
    expected: Object.values(params).at(-1),
  }));
}

let metaSchema: ValidateFunction | undefined;

/** The violations of the OpenRPC meta-schema in a document. */
export function metaFaults(document: JsonObject): { pointer: string; message: string }[] {
  metaSchema ??= compileMetaSchema();
  if (metaSchema(document)) return [];
  return explain(rawFaults(metaSchema.errors ?? []), document).map(({ pointer, message }) => ({
    pointer,
    message,
  }));
}

function compileMetaSchema(): ValidateFunction {
  const lenient = { strict: false, validateSchema: false, validateFormats: false };
  const ajv = new Ajv({ ...lenient, messages: false, allErrors: true });
  // The meta-schema refers to JSON Schema by two URLs, neither of which Ajv has.
  for (const $id of ["https://meta.json-schema.tools", "https://meta.json-schema.tools/"])
    ajv.addSchema({ ...jsonSchema(), $id });
  const { $schema: _, ...meta } = openrpcSchema();
  return ajv.compile(meta);
}
