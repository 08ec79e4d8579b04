/** The generated validators, and the reading of a received message with one of them. */
import { fromPointer, toPointer } from "./pointer.js";

/** One fault as the generated validators (Ajv standalone) report it. */
export interface RawFault {
  instancePath: string;
  keyword: string;
  expected: unknown;
}

/** A generated validator. After a call that returned false, `errors` has the faults. */
export interface Validator<T> {
  (data: unknown): data is T;
  errors?: RawFault[] | null;
  /** Of a validator that stores no faults: loads the one that does. */
  full?: () => Promise<Validator<T>>;
}

/** The validator that stores the faults. */
export async function fullValidator<T>(validate: Validator<T>): Promise<Validator<T>> {
  return (await validate.full?.()) ?? validate;
}

/** Turns raw faults into readable ones, e.g. the contract package's `explain`. */
export type Explain = (
  faults: readonly RawFault[] | null | undefined,
  data: unknown,
) => Violation[] | Promise<Violation[]>;

/** One fault of a message in readable words; `explain` of the contract package creates it. */
export interface Violation {
  /** JSON Pointer of the invalid value; empty for the whole message. */
  pointer: string;
  /** The schema keyword that the value violates. */
  keyword: string;
  expected: string;
  received: string;
  message: string;
  hint?: string;
}

export type ReadMessage<T> = { ok: true; value: T } | { ok: false; faults: readonly RawFault[] };

/** The maximum number of rounds: each may reveal further nulls, and deeper nesting does not occur. */
const ROUNDS = 4;

/**
 * Validates a received value. Some agents write `null` for an absent optional field, so when every fault is
 * about a null, these members are omitted and the rest is validated again. The given value is not changed.
 * If the rest is invalid too, the faults are those of the original value.
 */
export function readMessage<T>(validate: Validator<T>, value: unknown): ReadMessage<T> {
  if (validate(value)) return { ok: true, value };
  const faults = validate.errors ?? [];

  let reduced = value;
  let remaining: readonly RawFault[] = faults;
  for (let round = 0; round < ROUNDS; round++) {
    const nulls = nullMembers(reduced, remaining);
    if (nulls === null) break;
    reduced = withoutMembers(reduced, nulls, "");
    if (validate(reduced)) return { ok: true, value: reduced };
    remaining = validate.errors ?? [];
  }
  return { ok: false, faults };
}

/** What a value means that a validator refuses, or why it means nothing. */
export type ReadRefused = <T>(
  validate: Validator<T>,
  value: unknown,
) => Promise<{ ok: true; value: T } | { ok: false; violations: readonly Violation[] }>;

/** `readMessage` with the faults in words. */
export function refusedReader(explain: Explain): ReadRefused {
  return async (validate, value) => {
    const read = readMessage(await fullValidator(validate), value);
    return read.ok ? read : { ok: false, violations: await explain(read.faults, value) };
  };
}

/** The pointers of the faults if each is about an object member that is null, else null. */
function nullMembers(value: unknown, faults: readonly RawFault[]): ReadonlySet<string> | null {
  if (faults.length === 0) return null;
  const pointers = new Set<string>();
  for (const { instancePath } of faults) {
    if (!isNullMember(value, fromPointer(instancePath))) return null;
    pointers.add(instancePath);
  }
  return pointers;
}

function isNullMember(root: unknown, path: readonly string[]): boolean {
  let holder: unknown;
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    holder = value;
    value = (value as Record<string, unknown>)[step];
  }
  return value === null && holder !== undefined && !Array.isArray(holder);
}

/** A copy without the members at these pointers. */
function withoutMembers(value: unknown, pointers: ReadonlySet<string>, at: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutMembers(item, pointers, `${at}/${index}`));
  }
  const kept: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const pointer = at + toPointer([key]);
    if (!pointers.has(pointer)) kept.push([key, withoutMembers(member, pointers, pointer)]);
  }
  // fromEntries defines members instead of assigning them: a key `__proto__` stays a key.
  return Object.fromEntries(kept);
}
