/** One fault of a validator; `explain` describes it. */
export interface RawFault {
  /** JSON Pointer of the faulty value. */
  instancePath: string;
  /** Where in the schema the broken constraint stands. */
  /** The JSON Schema keyword that was broken. */
  keyword: string;
  /** The parameters of the keyword, such as `{ limit: 1 }`. */
  params: Record<string, unknown>;
}

/** Returns whether data is a `T`, and otherwise stores all faults in `errors` until the next call. */
export interface Validator<T> {
  (data: unknown): data is T;
  errors?: RawFault[] | null;
}
