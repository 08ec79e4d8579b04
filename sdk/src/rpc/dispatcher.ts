export interface RpcMethod<Context> {
  /**
   * Returns the result, or a promise of it; undefined is sent as null. A thrown `RpcError` becomes the error of the answer,
   * any other error becomes −32603 and is passed to `onFault`.
   * @param params an object, an array, or undefined
   */
  call(params: unknown, context: Context): unknown;
}

/** Methods by name. A Map, which has no members of `Object.prototype`. */
export type Dispatcher<Context> = ReadonlyMap<string, RpcMethod<Context>>;
