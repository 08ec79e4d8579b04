export { type Dispatcher, dispatcher, type RpcMethod } from "./dispatcher.js";
export { handleRpc, type RpcFault, type RpcLimits, type RpcOptions } from "./handle-rpc.js";
export type { RpcRequest } from "./read-request.js";
export { InvalidMessageError, RpcError, rpcErrors } from "./rpc-error.js";
export { type InvalidMessage, type MethodService, serveMethod } from "./serve-method.js";
