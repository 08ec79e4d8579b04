export type { CallOptions, CallRow, Client, ClientOptions, NotifyOptions } from "./client.js";
export { createClient } from "./create-client.js";
export {
  AbortedError,
  BadJsonError,
  HttpStatusError,
  LeagueError,
  ProtocolFault,
  RpcReplyError,
  TimeoutError,
  UnreachableError,
} from "./errors.js";
export type { Result } from "./result.js";
