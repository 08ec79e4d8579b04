import { expectation } from "./expectation.js";
import { hintFor } from "./hint.js";
import { kindOf, preview, shorten } from "./preview.js";
import type { RawFault } from "./validator.js";

/** One fault of a message, for the developer of its sender. */
export interface Violation {
  /** JSON Pointer of the faulty value or of the missing field. */
  pointer: string;
  /** The JSON Schema keyword that was broken. */
  keyword: string;
  /** The expected value: `"even", "odd"`. */
  expected: string;
  /** The received value, shortened; never a token. */
  received: string;
  /** The violation in one or two sentences. */
  message: string;
  /** The likely cause: `Did you mean "even"?` */
  hint?: string;
}

/** The maximum number of violations in a report, which are the first ones. */
const MOST_VIOLATIONS = 20;
const LONGEST_POINTER = 200;

/**
 * Describes a validator's faults: the most specific one for each pointer, at most 20.
 * @param faults the `errors` of the validator.
 * @param data the validated data.
 */
export function explain(faults: readonly RawFault[] | null | undefined, data: unknown): Violation[] {
  const chosen = new Map<string, RawFault>();
  for (const fault of withoutBranches(faults ?? [])) {
    const pointer = pointerOf(fault);
    const before = chosen.get(pointer);
    if (before === undefined && chosen.size === MOST_VIOLATIONS) break;
    if (before === undefined || weight(fault) > weight(before)) chosen.set(pointer, fault);
  }
  return [...chosen].map(([pointer, fault]) => violation(pointer, fault, faults ?? [], data));
}

function violation(pointer: string, fault: RawFault, all: readonly RawFault[], data: unknown): Violation {
  const isSecret = /\/auth_token$/.test(pointer);
  const value = valueAt(data, pointer);
  const place = pointer === "" ? "The message" : shorten(pointer, LONGEST_POINTER);
  const expected = expectation(fault, pointer, all);
  const hint = isSecret ? undefined : hintFor(fault, pointer, value, parentOf(data, pointer));
  const received = isSecret && value !== undefined ? "(hidden)" : preview(value);
  const what =
    isSecret || fault.keyword !== "type" || value === null ? received : `${received} (${kindOf(value)})`;
  const message = `${sentence(fault, place, what, expected)}${hint === undefined ? "" : ` ${hint}`}`;
  const explained = {
    pointer: shorten(pointer, LONGEST_POINTER),
    keyword: fault.keyword,
    expected,
    received,
    message,
  };
  return hint === undefined ? explained : { ...explained, hint };
}

function sentence(fault: RawFault, place: string, received: string, expected: string): string {
  switch (fault.keyword) {
    case "required":
      return `${place} is missing; expected ${expected}.`;
    case "additionalProperties":
      return `${place} is not a known field; expected ${expected}.`;
    case "enum":
      return `${place} is ${received}; allowed: ${expected}.`;
    default:
      return `${place} is ${received}; expected ${expected}.`;
  }
}

/** The pointer of the fault. Ajv reports a missing or an unknown field at its parent; here it is at the field. */
function pointerOf(fault: RawFault): string {
  const { keyword, expected: key } = fault;
  if (keyword !== "required" && keyword !== "additionalProperties") return fault.instancePath;
  return `${fault.instancePath}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Of two faults at one place, the one with the greater weight is more specific. */
function weight(fault: RawFault): number {
  if (fault.keyword === "required" || fault.keyword === "type") return 3;
  return fault.keyword === "const" || fault.keyword === "enum" ? 2 : 1;
}

/** Leaves out the faults of single alternatives if no alternative of a `oneOf` matches. */
function withoutBranches(faults: readonly RawFault[]): readonly RawFault[] {
  const unions = faults.filter((fault) => fault.keyword === "oneOf").map((fault) => fault.instancePath);
  if (unions.length === 0) return faults;
  const isInside = (fault: RawFault) =>
    fault.keyword !== "oneOf" &&
    unions.some((union) => fault.instancePath === union || fault.instancePath.startsWith(`${union}/`));
  return faults.filter((fault) => !isInside(fault));
}

function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(data: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce(childOf, data);
}

function parentOf(data: unknown, pointer: string): unknown {
  return keysOf(pointer).slice(0, -1).reduce(childOf, data);
}

function childOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
