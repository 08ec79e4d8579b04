import { type Json, type JsonObject, objectAt } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import type { Dialect, Exchange, Method, NamedType, Route } from "../model/model.js";
import { type Output, PREAMBLE } from "../print/file.js";
import { jsonText } from "../print/literal.js";
import { mapParts, type Schema } from "../schema/schema.js";

/** The dialect as one OpenRPC document: its schemas are in components.schemas, and all other parts refer to them. */
export function emitOpenrpc(dialect: Dialect): Output {
  const note = { "x-generated": `${PREAMBLE} ${dialect.file}. Do not edit.` };
  const methods = dialect.methods.map((method) => bundledMethod(dialect, method));
  const rest = dialect.routes.length === 0 ? {} : { "x-http": dialect.routes.map(bundled) };
  const types = [...dialect.types.values()];
  const schemas = Object.fromEntries(
    types.map((type) => [type.name, bundledSchema(type.schema) as JsonObject]),
  );
  const document = { ...note, ...dialect.document, methods, ...rest, components: { schemas } };
  return { path: `openrpc/${dialect.name}.json`, text: `${jsonText(document)}\n` };
}

/** The type of the documents for programs that import them: a compiler would infer a type as long as the document. */
export function documentDeclaration(source: string): Output {
  const text = `// ${PREAMBLE} ${source}. Do not edit.

declare const document: {
  readonly openrpc: string;
  readonly methods: readonly { readonly name: string; readonly [member: string]: unknown }[];
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly [member: string]: unknown;
};
export = document;
`;
  return { path: "openrpc/document.d.cts", text };
}

function bundledMethod(dialect: Dialect, method: Method): JsonObject {
  const { raw, ack, forms } = method;
  return {
    ...bundled(method),
    params: params(dialect, method.request),
    ...(ack === null ? {} : { "x-ack": { ...objectAt(raw, "x-ack"), schema: refer(ack) } }),
    ...(forms.length === 0 ? {} : { "x-forms": forms.map(bundled) }),
  };
}

/** A method, form or route, with its schemas replaced by references into components. */
function bundled({ raw, request, reply }: Exchange | Route): JsonObject {
  const message = request === null ? {} : { "x-message": refer(request) };
  const result = reply === null ? {} : { result: { ...objectAt(raw, "result"), schema: refer(reply) } };
  return { ...raw, ...message, ...result };
}

/** One content descriptor for each field, so that tools list the parameters one by one. */
function params(dialect: Dialect, request: NamedType): Json[] {
  return fieldsOf(dialect, request.schema).map(({ name, required, schema: { description, ...schema } }) => {
    const note = description === undefined ? {} : { description };
    return { name, ...note, required, schema: bundledSchema(schema) as JsonObject };
  });
}

/** Without the members that only the generator reads. */
function bundledSchema(schema: Schema): Schema {
  const { "x-near-misses": _, ...kept } = mapParts(schema, bundledSchema);
  return schema.$ref === undefined ? kept : { ...kept, $ref: `#/components/schemas/${schema.$ref}` };
}

function refer(type: NamedType): JsonObject {
  return { $ref: `#/components/schemas/${type.name}` };
}
