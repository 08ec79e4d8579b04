import * as fc from "fast-check";
import { type FieldFault, withFault } from "./field-fault.js";

/** A message that a receiver refuses, and its only fault. */
export interface Faulty {
  readonly message: unknown;
  readonly fault: FieldFault;
}

/**
 * Any of the faults, in any message that has a place for it. Some places are rare in generated messages, so examples are used
 * too.
 */
export function withAnyFault<T>(
  valid: fc.Arbitrary<T>,
  examples: readonly T[],
  faults: readonly FieldFault[],
): fc.Arbitrary<Faulty> {
  const messages = fc.oneof(valid, fc.constantFrom(...examples));
  return fc
    .constantFrom(...faults)
    .chain((fault) =>
      messages
        .map((message) => ({ message: withFault(message, fault), fault }))
        .filter(({ message }) => message !== undefined),
    );
}
