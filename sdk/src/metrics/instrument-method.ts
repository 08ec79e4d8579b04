import type { Clock } from "../platform/clock.js";
import type { RpcMethod } from "../rpc/dispatcher.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import { InvalidMessageError } from "../rpc/rpc-error.js";
import { answered, type Exchanges } from "./exchanges.js";
import { servedOutcome } from "./outcomes.js";

/**
 * A method whose answers are counted. An invalid message is not counted here: it may be valid in another form, and
 * the code that finally refuses it counts it.
 * @param begunAt when work on the request began, if that was before the call
 */
export function instrumentMethod<Context>(
  name: string,
  method: RpcMethod<Context>,
  served: Exchanges,
  clock: Clock,
  begunAt: (context: Context) => number | undefined = () => undefined,
): RpcMethod<Context> {
  return {
    ...(method.params === undefined ? {} : { params: method.params }),
    call(params, context) {
      const begun = begunAt(context) ?? clock.now();
      const note = (outcome: string) => served.add(name, outcome, clock.now() - begun);
      const succeed = <Result>(result: Result): Result => {
        note(answered);
        return result;
      };
      const fail = (error: unknown): never => {
        if (!(error instanceof InvalidMessageError)) note(servedOutcome(error));
        throw error;
      };
      try {
        // An immediate refusal is thrown immediately: the wire forms continue with their next reading of the message.
        const result = method.call(params, context);
        return isPromiseLike(result) ? result.then(succeed, fail) : succeed(result);
      } catch (error) {
        return fail(error);
      }
    },
  };
}
