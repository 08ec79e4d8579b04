import { referenceTokens, valueAt } from "./values.js";

/** One change to one place of a valid message, after which it is invalid. */
export type FieldFault = {
  /** A short description of the fault. */
  readonly label: string;
  /** The keyword under which the fault is reported. */
  readonly keyword: string;
  /** JSON Pointer of the place, and of the fault's report. */
  readonly pointer: string;
} & (
  | { /** The new value. */ readonly set: unknown; readonly remove?: never }
  | { /** Take the field away. */ readonly remove: true; readonly set?: never }
);

/** The faults of one place: what is wrong, the keyword, and the new value; without a value the field is taken away. */
export type FaultsAt = readonly [
  pointer: string,
  ...faults: readonly (readonly [what: string, keyword: string, set?: unknown])[],
];

/** Faults that are listed by place. */
export function faultsOf(places: readonly FaultsAt[]): readonly FieldFault[] {
  return places.flatMap(([pointer, ...faults]) =>
    faults.map(([what, keyword, ...values]): FieldFault => {
      const label = `${pointer === "" ? "the message" : pointer} is ${what}`;
      return { label, keyword, pointer, ...(values.length === 0 ? { remove: true } : { set: values[0] }) };
    }),
  );
}

/**
 * A deep copy of a message with the fault in it, or undefined if the message has no such place (an optional part is missing,
 * a list is shorter). The message itself is not changed.
 */
export function withFault(message: unknown, fault: FieldFault): unknown {
  const keys = referenceTokens(fault.pointer);
  const last = keys.pop();
  if (last === undefined) return fault.remove === true ? undefined : fault.set;
  const copy: unknown = JSON.parse(JSON.stringify(message));
  const parent = valueAt(copy, keys);
  if (typeof parent !== "object" || parent === null) return undefined;
  if (fault.remove === true) {
    if (!Object.hasOwn(parent, last)) return undefined;
    delete (parent as Record<string, unknown>)[last];
  } else {
    if (Array.isArray(parent) && !(Number(last) < parent.length)) return undefined;
    const property = { enumerable: true, writable: true, configurable: true };
    Object.defineProperty(parent, last, { ...property, value: fault.set });
  }
  return copy;
}
