/** Reads the errors of validation libraries: lists of faults with a place (pydantic, zod), and the same faults as lines of a text. */

import type { MemberKind } from "../message/contract-members.js";
import { asText, isObject } from "../message/members.js";
import type { JsonObject } from "../message/types.js";
import { formatOfPattern } from "../message/value-format.js";
import type { WireMember } from "./schema-members.js";

interface ValidationErrors {
  /** Members that are missing, or whose value is refused. */
  readonly members: readonly WireMember[];
  /** Pointers of members that are refused. */
  readonly unwanted: readonly string[];
}

/** The longest searched part of a text. */
const longestText = 4_000;
/** The most faults that are read: more than a message has members. */
const mostFaults = 128;

/** @param answer the parsed body of an error */
export function validationErrors(answer: unknown): ValidationErrors {
  const faults = [...faultsIn(answer)].slice(0, mostFaults);
  return {
    members: faults.flatMap((fault) => memberOf(fault) ?? []),
    unwanted: faults.flatMap(({ pointer, kind }) => (/extra|unrecognized_keys/i.test(kind) ? [pointer] : [])),
  };
}

interface Fault {
  readonly pointer: string;
  /** The code of the fault, and its text. */
  readonly kind: string;
  readonly pattern?: string | undefined;
}

/** `{"loc": ["body", "params", "match_id"], "type": "missing"}` and `{"path": ["match_id"], "expected": "number"}`. */
function* faultsIn(value: unknown): Generator<Fault> {
  if (typeof value === "string") yield* faultsInText(value);
  if (Array.isArray(value)) for (const one of value) yield* faultsIn(one);
  if (!isObject(value)) return;
  const { loc, path, msg, message, input: _, ...others } = value;
  const steps = [loc, path].find(Array.isArray);
  if (steps !== undefined) {
    yield* faultAt(steps.map(asText), value);
    yield* faultsIn(msg ?? message);
    return;
  }
  for (const member of [msg, message, ...Object.values(others)]) yield* faultsIn(member);
}

function* faultAt(path: readonly string[], fault: JsonObject): Generator<Fault> {
  const inner = path.filter((step, index) => !(index < 4 && isHolder.test(step)));
  const steps = inner.length > 0 ? inner : path.slice(-1).filter((step) => step !== "body");
  if (steps.length === 0) return;
  const { type, code, msg, message, expected, ctx } = fault;
  const wanted = typeof expected === "string" ? `expected ${expected}` : undefined;
  const kind = [type, code, msg, message, wanted].filter((one) => typeof one === "string").join(" ");
  const { pattern } = isObject(ctx) ? ctx : {};
  const isKnown = typeof pattern === "string";
  yield { pointer: `/${steps.join("/")}`, kind, ...(isKnown ? { pattern } : {}) };
}

const isHolder = /^(body|params|arguments|message)$/;

/** `opponent_id`, and in the next line `Input should be a valid integer [type=int_parsing, …]`. */
function faultsInText(text: string): Fault[] {
  return [...text.slice(0, longestText).matchAll(/^([A-Za-z_][\w.]*)\n\s+(.+)$/gm)].map(
    ([, name = "", kind = ""]) => ({
      pointer: `/${name.replaceAll(".", "/")}`,
      kind,
    }),
  );
}

function memberOf({ pointer, kind, pattern }: Fault): WireMember | undefined {
  if (/missing|required/i.test(kind)) return { pointer, required: true };
  const allowed = allowedIn(kind);
  if (allowed !== undefined) return { pointer, required: false, allowed };
  const expression = pattern ?? /(?:pattern|regex) ['"](.+?)['"](?: \[| regex|$)/i.exec(kind)?.[1];
  const format = /\buuid/i.test(kind) ? "uuid" : formatOfPattern(expression?.replaceAll("\\\\", "\\") ?? "");
  if (format !== undefined) return { pointer, required: false, format };
  const found = kinds.find(([words]) => words.test(kind))?.[1];
  return found === undefined ? undefined : { pointer, required: false, kind: found };
}

/** The kind of value that is expected, by words of the fault; the first that fits. */
const kinds: readonly (readonly [RegExp, MemberKind])[] = [
  [
    /\b(int|float|decimal)_(parsing|type)|valid (integer|number)|type_error\.(integer|float)|expected number/i,
    "number",
  ],
  [/\bbool_(parsing|type)|valid boolean|type_error\.bool|expected boolean/i, "boolean"],
  [/\bstring_type|valid string|type_error\.str\b|str type expected|expected string/i, "text"],
  [/\blist_type|valid list|type_error\.list|expected array/i, "list"],
  [/\b(dict|model)_(attributes_)?type|valid dictionary|type_error\.dict|expected object/i, "object"],
];

/** `Input should be 'A', 'B' or 'C'`; `unexpected value; permitted: 'A', 'B'`. */
function allowedIn(kind: string): string[] | undefined {
  const list =
    /(?:should be|permitted:|expected(?: one of)?|options:)\s+((?:['"|][^'"]+['"](?:, | or | ?\| ?)?)+)/i.exec(
      kind,
    )?.[1];
  return list === undefined ? undefined : [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, one]) => one ?? "");
}
