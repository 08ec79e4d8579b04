import { createHttpHandler } from "../../src/http/http-handler.js";
import { jsonRoute } from "../../src/http/json-route.js";
import type { HttpHandler } from "../../src/http/types.js";
import { handleRpc } from "../../src/rpc/handle-rpc.js";
import { exampleLimits, exampleMethods } from "./example-methods.js";

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
