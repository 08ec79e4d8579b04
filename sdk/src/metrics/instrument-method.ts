import type { Clock } from "../platform/clock.js";
import type { RpcMethod } from "../rpc/dispatch.js";
import { answered, type Exchanges, servedOutcome } from "./exchanges.js";

/** A method whose answers are counted. */
export function instrumentMethod<Context>(
  name: string,
  method: RpcMethod<Context>,
  served: Exchanges,
  clock: Clock,
): RpcMethod<Context> {
  return {
    async call(params, context) {
      const begun = clock.now();
      const note = (outcome: string) => served.add(name, outcome, clock.now() - begun);
      try {
        const result = await method.call(params, context);
        note(answered);
        return result;
      } catch (error) {
        note(servedOutcome(error));
        throw error;
      }
    },
  };
}
