import type { Clock } from "../platform/clock.js";
import type { RpcMethod } from "../rpc/dispatcher.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import { InvalidMessageError } from "../rpc/rpc-error.js";
import type { Exchanges } from "./exchanges.js";
import { servedOutcome } from "./outcomes.js";

/**
 * The method with its answers counted. An invalid message is not counted here: another reading of it may be valid, and
 * who refuses it in the end counts it.
 */
export function instrumentMethod<Context>(
  name: string,
  method: RpcMethod<Context>,
  served: Exchanges,
  clock: Clock,
): RpcMethod<Context> {
  const row = served.of(name);
  const fail = (error: unknown, begun: number): never => {
    if (!(error instanceof InvalidMessageError)) row.add(servedOutcome(error), clock.now() - begun);
    throw error;
  };
  return {
    ...(method.params === undefined ? {} : { params: method.params }),
    call(params, context) {
      const begun = clock.now();
      let result: unknown;
      try {
        result = method.call(params, context);
      } catch (error) {
        return fail(error, begun);
      }
      if (isPromiseLike(result)) {
        return result.then(
          (value) => {
            row.answered(clock.now() - begun);
            return value;
          },
          (error: unknown) => fail(error, begun),
        );
      }
      row.answered(clock.now() - begun);
      return result;
    },
  };
}
