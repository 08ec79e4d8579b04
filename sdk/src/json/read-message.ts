/** The reading of a received message with a generated validator. */
import { explain, type RawFault, type Validator, type Violation } from "@league-v2/contract";
import { fromPointer, toPointer } from "./pointer.js";

type ReadMessage<T> = { ok: true; value: T } | { ok: false; faults: readonly RawFault[] };

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

/** The validator that stores the faults. */
export async function fullValidator<T>(validate: Validator<T>): Promise<Validator<T>> {
  return (await validate.full?.()) ?? validate;
}

/** What a value means that a validator refuses, or why it means nothing. */
export type ReadRefused = typeof readRefused;

/** `readMessage` with the faults in words. */
export async function readRefused<T>(
  validate: Validator<T>,
  value: unknown,
): Promise<{ ok: true; value: T } | { ok: false; violations: readonly Violation[] }> {
  const read = readMessage(await fullValidator(validate), value);
  return read.ok ? read : { ok: false, violations: explain(read.faults, value) };
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
