export type { Answer, Outcome, RpcFault } from "./dispatch.js";
export { Unserved } from "./dispatch.js";
export { type Dispatcher, dispatcher, type RpcMethod } from "./dispatcher.js";
export { handleRpc, type RpcLimits, type RpcMiddleware, type RpcOptions } from "./handle-rpc.js";
export type { RpcRequest } from "./read-request.js";
export { InvalidMessageError, RpcError, rpcErrors } from "./rpc-error.js";
export { type InvalidMessage, type MethodService, serveMethod } from "./serve-method.js";
