import type { Clock } from "../platform/clock.js";
import type { RpcMethod } from "../rpc/dispatch.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import { answered, type Exchanges, servedOutcome } from "./exchanges.js";

/** A method whose answers are counted. */
export function instrumentMethod<Context>(
  name: string,
  method: RpcMethod<Context>,
  served: Exchanges,
  clock: Clock,
): RpcMethod<Context> {
  return {
    call(params, context) {
      const begun = clock.now();
      const note = (outcome: string) => served.add(name, outcome, clock.now() - begun);
      const succeed = <Result>(result: Result): Result => {
        note(answered);
        return result;
      };
      const fail = (error: unknown): never => {
        note(servedOutcome(error));
        throw error;
      };
      try {
        const result = method.call(params, context);
        return isPromiseLike(result) ? result.then(succeed, fail) : succeed(result);
      } catch (error) {
        return fail(error);
      }
    },
  };
}
