/** An outcome as a value, for callers that do not use try and catch. */
export type Result<Value, Failure extends Error> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failed<Failure extends Error>(
  error: Failure,
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
