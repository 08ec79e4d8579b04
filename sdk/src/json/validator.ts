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
