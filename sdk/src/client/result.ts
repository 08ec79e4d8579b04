/** An outcome as a value, for callers that do not use try and catch. */
export type Result<Value, Failure extends Error> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };
