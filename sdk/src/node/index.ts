export { type NodeTransportOptions, nodeTransport } from "./node-transport.js";
export { type Served, type ServeOptions, serve } from "./serve.js";
export {
  type Listening,
  type ServeHandlerOptions,
  type ServerCertificate,
  serveHandler,
} from "./server/serve-handler.js";
export { type ConnectionLimits, type ServerTimeouts, serverTimeouts } from "./server/server-limits.js";
export { assertWritable, makeFolder, systemReason, WriteError, writeAtomically } from "./write-atomically.js";
