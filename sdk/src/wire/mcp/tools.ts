/** The methods of a role as tools of the Model Context Protocol, with the generated schemas (contract 3). */

import type { Role } from "../../domain/role.js";
import { asText } from "../as-text.js";

/** A JSON Schema, or any other part of the OpenRPC document. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** A tool as `tools/list` shows it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The request message, references resolved. */
  readonly inputSchema: JsonObject;
  /** The reply, or the acknowledgement of a notification; a refusal is a result with isError and no message. */
  readonly outputSchema?: JsonObject;
}

/** All tools of an agent of this role. */
export async function toolsOf(role: Role): Promise<readonly Tool[]> {
  const { default: openrpc } = await import("@league-v2/contract/openrpc/canonical.json", {
    with: { type: "json" },
  });
  const document = openrpc as unknown as JsonObject;
  const methods = (document.methods ?? []) as readonly JsonObject[];
  return methods.filter((method) => isFor(role, method)).map((method) => toolOf(method, document));
}

function isFor(role: Role, method: JsonObject): boolean {
  const direction = method["x-direction"] as { readonly to?: readonly string[] } | undefined;
  return method["x-envelope"] !== false && direction?.to?.includes(role) === true;
}

function toolOf(method: JsonObject, document: JsonObject): Tool {
  const { name, summary, description, result } = method;
  const reply = (method["x-ack"] ?? result) as { readonly schema?: Json } | undefined;
  return {
    name: asText(name),
    title: asText(summary),
    description: asText(description),
    inputSchema: resolved(method["x-message"] ?? {}, document) as JsonObject,
    ...(reply?.schema === undefined ? {} : { outputSchema: resolved(reply.schema, document) as JsonObject }),
  };
}

/** The schema with every reference replaced by its content: clients of tools resolve none. */
function resolved(value: Json, document: JsonObject): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  const { $ref, ...rest } = value as JsonObject;
  if (typeof $ref !== "string") {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, resolved(member, document)]),
    );
  }
  const target = resolved(targetOf($ref, document), document);
  return typeof target === "object" && target !== null ? { ...target, ...rest } : target;
}

function targetOf(ref: string, document: JsonObject): Json {
  let here: Json | undefined = document;
  for (const step of ref.replace(/^#\//, "").split("/")) here = (here as JsonObject | undefined)?.[step];
  return here ?? {};
}
