/** What the rows of test agents have in common: which requests a line is about, what is refused, and what is answered. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Body, bodyOf, filled, type Reply, rpcError, rpcResult, valueAt } from "./json-rpc.js";

export type Names = Readonly<Record<string, string>>;

/** The JSON-RPC error with this code, the result, or the body of an answer, as templates. */
export interface Answered {
  readonly code?: number;
  readonly text?: string;
  readonly data?: unknown;
  readonly result?: unknown;
  readonly body?: unknown;
  readonly status?: number;
}

/** A message is refused that lacks one of these members, has others than these, or has another value in one. */
export interface Refusal extends Answered {
  /** The types that it is about; by default all. */
  readonly of?: string;
  readonly needs?: readonly string[];
  readonly only?: readonly string[];
  readonly unless?: Names;
}

/** The rows of a file beside this one. */
export const rowsOf = <Row>(file: string): readonly Row[] =>
  parse(readFileSync(new URL(file, import.meta.url), "utf8"), { merge: true });

/** Whether each value at these paths is of this pattern; the text of an absent one is empty. */
export const matches = (from: Body, patterns: Names): boolean =>
  Object.entries(patterns).every(([path, pattern]) =>
    new RegExp(`^(?:${pattern})$`).test(String(valueAt(from, path) ?? "")),
  );

export function replied(id: unknown, answered: Answered, variables: Body): Reply {
  const { code, text = "", data, result, body, status = 200 } = answered;
  if (code !== undefined) return rpcError(id, code, String(filled(text, variables)), status, data);
  return body === undefined
    ? rpcResult(id, filled(result, variables))
    : { status, body: filled(body, variables) };
}

/** The first refusal of a message, if there is one. */
export function refused(
  refuses: readonly Refusal[],
  type: string,
  message: Body,
  id: unknown,
): Reply | undefined {
  for (const one of refuses) {
    const wrong = matches({ type }, { type: one.of ?? ".*" }) ? faults(one, message) : undefined;
    if (wrong === undefined) continue;
    const lines = wrong.map((path) => `${path}\n  Field required [type=missing, input_type=dict]`);
    return replied(id, one, { type, missing: wrong[0], count: wrong.length, faults: lines.join("\n") });
  }
  return undefined;
}

/** What is wrong with a message; undefined if nothing is. */
function faults({ needs = [], only, unless = {} }: Refusal, message: Body): readonly string[] | undefined {
  const allowed = new Set([...(only ?? Object.keys(message)), "auth_token"]);
  const extra = Object.keys(message).filter((name) => !allowed.has(name));
  const wrong = [...needs.filter((path) => valueAt(message, path) === undefined), ...extra];
  return wrong.length > 0 || !matches(message, unless) ? wrong : undefined;
}

/** Its answer to a request that it does not know: the first one whose patterns the request has. */
export type Unknown = readonly (Answered & { readonly if?: Names })[];

export function unknownTo(request: Body, unknown: Unknown = []): Reply {
  const { method, params, id } = request;
  const found = unknown.find((one) => matches(request, one.if ?? {}));
  return found === undefined
    ? rpcError(id, -32601, `Method not found: ${String(method)}`)
    : replied(id, found, { method, called: bodyOf(params).name });
}

/** A registration in its template: a JSON-RPC request, or a body without a method. */
export function requestIn(template: unknown, variables: Body): Body {
  const { method, ...rest } = bodyOf(filled(template, variables));
  return method === undefined ? rest : { jsonrpc: "2.0", id: 1, method, params: rest.params };
}
