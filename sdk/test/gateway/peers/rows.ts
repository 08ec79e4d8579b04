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

/** What a model allows as the value of a member; by default any text. */
interface MemberModel {
  readonly type?: "integer" | "list";
  readonly pattern?: string;
  readonly allowed?: readonly string[];
  readonly isOptional?: true;
}

/** A message is refused that has one of these faults. */
export interface Refusal extends Answered {
  /** The types that it is about; by default all. */
  readonly of?: string;
  /** Members that must be there. */
  readonly needs?: readonly string[];
  /** The only members. */
  readonly only?: readonly string[];
  /** Patterns of values. */
  readonly unless?: Names;
  /** Two members that must differ. */
  readonly differ?: readonly [string, string];
  /** The only members of the object at this path, with their values. */
  readonly at?: string;
  readonly model?: Readonly<Record<string, MemberModel>>;
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
    const lines = wrong.map(
      ({ name, kind, msg }) =>
        `${name}\n  ${msg} [type=${kind}, input_value='x', input_type=str]\n    For further information visit https://errors.example/${kind}`,
    );
    const about = { missing: wrong[0]?.name, count: wrong.length, faults: lines.join("\n") };
    return replied(id, one, { ...message, type, ...about });
  }
  return undefined;
}

interface Fault {
  readonly name: string;
  readonly kind: string;
  readonly msg: string;
}

const missing = { kind: "missing", msg: "Field required" };
const unwanted = { kind: "extra_forbidden", msg: "Extra inputs are not permitted" };

/** What is wrong with a message; undefined if nothing is. */
function faults(refusal: Refusal, message: Body): readonly Fault[] | undefined {
  const { needs = [], only, unless = {}, differ, at = "", model } = refusal;
  const wrong =
    model === undefined
      ? [...absent(needs, message), ...others(only && [...only, "auth_token"], message)]
      : modelFaults(model, bodyOf(valueAt(message, at)));
  const isAlike = differ !== undefined && message[differ[0]] === message[differ[1]];
  return wrong.length > 0 || isAlike || !matches(message, unless) ? wrong : undefined;
}

const absent = (names: readonly string[], message: Body): readonly Fault[] =>
  names.flatMap((name) => (valueAt(message, name) === undefined ? [{ name, ...missing }] : []));

const others = (allowed: readonly string[] | undefined, content: Body): readonly Fault[] =>
  Object.keys(content).flatMap((name) =>
    allowed === undefined || allowed.includes(name) ? [] : [{ name, ...unwanted }],
  );

function modelFaults(model: Readonly<Record<string, MemberModel>>, content: Body): readonly Fault[] {
  const wrong = Object.entries(model).flatMap(([name, member]) => {
    const fault = faultOf(member, content[name]);
    return fault === undefined ? [] : [{ name, ...fault }];
  });
  return [...wrong, ...others(Object.keys(model), content)];
}

function faultOf(
  { type, pattern, allowed, isOptional }: MemberModel,
  value: unknown,
): Omit<Fault, "name"> | undefined {
  if (value === undefined) return isOptional ? undefined : missing;
  if (type === "integer") {
    const msg = "Input should be a valid integer, unable to parse string as an integer";
    return Number.isInteger(value) ? undefined : { kind: "int_parsing", msg };
  }
  if (type === "list")
    return Array.isArray(value) ? undefined : { kind: "list_type", msg: "Input should be a valid list" };
  if (allowed !== undefined && !allowed.some((one) => one === value))
    return { kind: "enum", msg: `Input should be ${allowed.map((one) => `'${one}'`).join(" or ")}` };
  if (typeof value !== "string") return { kind: "string_type", msg: "Input should be a valid string" };
  return pattern === undefined || new RegExp(pattern).test(value)
    ? undefined
    : { kind: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'` };
}

/** Its answer to a request that it does not know: the first one whose patterns the request has. */
export type Unknown = readonly (Answered & { readonly if?: Names })[];

export function unknownTo(request: Body, unknown: Unknown = []): Reply {
  const { method, params, id } = request;
  const found = unknown.find((one) => matches(request, one.if ?? {}));
  return found === undefined
    ? rpcError(id, -32601, `Method not found: ${String(method)}`)
    : replied(id, found, { ...request, request, called: bodyOf(params).name });
}

/** A registration in its template: a JSON-RPC request, or a body without a method. */
export function requestIn(template: unknown, variables: Body): Body {
  const { method, ...rest } = bodyOf(filled(template, variables));
  return method === undefined ? rest : { jsonrpc: "2.0", id: 1, method, params: rest.params };
}
