export interface RpcMethod<Context> {
  /**
   * `by-name`: `params` must be an object, else the answer is −32602.
   * `any` (the default): an object, an array, or absent (then `call` gets undefined).
   */
  readonly params?: "by-name" | "any";
  /**
   * The result; undefined is sent as null. A thrown `RpcError` becomes the error of the answer,
   * any other error becomes −32603 and is passed to `onFault`.
   */
  call(params: unknown, context: Context): unknown;
}

/** Methods by name. A Map, which has no members of `Object.prototype`. */
export type Dispatcher<Context> = ReadonlyMap<string, RpcMethod<Context>>;

export function dispatcher<Context>(
  table: Readonly<Record<string, RpcMethod<Context>>>,
): Dispatcher<Context> {
  return new Map(Object.entries(table));
}
