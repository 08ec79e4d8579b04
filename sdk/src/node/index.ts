export type { ConnectionLimits } from "./connection-limits.js";
export { type NodeTransportOptions, nodeTransport } from "./node-transport.js";
export { type Served, type ServeOptions, serve } from "./serve.js";
export {
  type Listening,
  type ServeHandlerOptions,
  type ServerCertificate,
  serveHandler,
} from "./serve-handler.js";
export { type ServerTimeouts, serverTimeouts } from "./server-timeouts.js";
export { assertWritable, makeFolder, systemReason, WriteError, writeAtomically } from "./write-atomically.js";
