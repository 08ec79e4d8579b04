import { createHttpHandler, jsonRoute } from "../../src/http/http-handler.js";
import type { HttpHandler } from "../../src/http/types.js";
import { byName, type Dispatcher, type RpcMethod } from "../../src/rpc/dispatch.js";
import { handleRpc, type RpcLimits } from "../../src/rpc/handle-rpc.js";
import { RpcError } from "../../src/rpc/rpc-error.js";

export function dispatcher<Context>(
  table: Readonly<Record<string, RpcMethod<Context>>>,
): Dispatcher<Context> {
  return new Map(Object.entries(table));
}

const matchNotFound = { code: -32006, message: "MATCH_NOT_FOUND" };

/** The methods of the specification's examples, and some that fail in every way. */
export const exampleMethods: Dispatcher<unknown> = dispatcher<unknown>({
  subtract: {
    call: (params) => {
      const [minuend, subtrahend] = Array.isArray(params) ? params : namedOperands(params);
      return minuend - subtrahend;
    },
  },
  sum: { call: (params) => (params as number[]).reduce((sum, one) => sum + one, 0) },
  get_data: { call: () => ["hello", 5] },
  update: { call: () => undefined },
  notify_hello: { call: () => undefined },
  notify_sum: { call: () => undefined },
  greet: { call: (params) => `Hello, ${byName(params).name}` },
  slow: { call: () => new Promise((resolve) => setImmediate(resolve, "slow")) },
  refuse: {
    call: () => {
      throw new RpcError(matchNotFound, { match_id: "R1M1" });
    },
  },
  refuse_oddly: {
    call: () => {
      throw new RpcError(matchNotFound, { number: 1n });
    },
  },
  crash: {
    call: () => {
      throw new Error("the password is swordfish");
    },
  },
  crash_later: { call: () => Promise.reject(new Error("the password is swordfish")) },
  crash_with_nothing: { call: () => Promise.reject(undefined) },
  answer_oddly: {
    call: () => {
      const circle: { self?: unknown } = {};
      circle.self = circle;
      return circle;
    },
  },
});

export const exampleLimits: RpcLimits & { bodyBytes: number; stalledBodyMs: number } = {
  jsonDepth: 16,
  batchRequests: 10,
  bodyBytes: 4096,
  stalledBodyMs: 10_000,
};

function namedOperands(params: unknown): [number, number] {
  const { minuend, subtrahend } = params as { minuend: number; subtrahend: number };
  return [minuend, subtrahend];
}

/** An HTTP handler with the example methods, health, a further route, and a failing one. */
export function exampleHandler(onFault?: (error: unknown) => void): HttpHandler {
  return createHttpHandler({
    rpc: (body) => handleRpc(body, exampleMethods, undefined, { limits: exampleLimits }),
    health: () => ({ role: "player", state: "REGISTERED" }),
    routes: [
      jsonRoute("/register", exampleLimits, (value) => {
        const name = (value as { display_name?: string }).display_name;
        if (name === undefined) return { status: 422, value: { error: "no display_name" } };
        return { status: 200, value: { hello: name } };
      }),
      jsonRoute("/broken", exampleLimits, () => {
        throw new Error("the password is swordfish");
      }),
    ],
    limits: exampleLimits,
    ...(onFault === undefined ? {} : { onFault }),
  });
}
