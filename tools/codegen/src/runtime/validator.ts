/** One fault of a validator; `explain` describes it. */
export interface RawFault {
  /** JSON Pointer of the faulty value. */
  instancePath: string;
  /** The JSON Schema keyword that was broken. */
  keyword: string;
  /** What the keyword demands: its limit, type, pattern, value or values; of "required", the name of the missing field. */
  expected: unknown;
}

/** Returns whether data is a `T`, and otherwise stores all faults in `errors` until the next call. */
export interface Validator<T> {
  (data: unknown): data is T;
  errors?: RawFault[] | null;
  /** Of a validator that stores no faults: loads the one that does. */
  full?: () => Promise<Validator<T>>;
}

/**
 * A validator without the checks that find the faults: they are twice as long, and few messages have any.
 * @param load the module with the full validator
 * @param name of the type
 */
export function lazyValidator<T>(
  fits: (data: unknown) => data is T,
  load: () => Promise<object>,
  name: string,
): Validator<T> {
  const validate: Validator<T> = (data): data is T => fits(data);
  validate.full = async () => Reflect.get(await load(), `validate${name}`);
  return validate;
}

/** A row of the method table with the validators of its messages, and the further forms of the method with theirs. */
export function withValidators<
  const Row extends object,
  Request,
  Reply,
  Ack,
  Forms extends readonly object[],
>(row: Row, validateRequest: Request, validateReply: Reply, validateAck: Ack, ...forms: Forms) {
  return { ...row, validateRequest, validateReply, validateAck, forms };
}
