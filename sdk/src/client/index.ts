export type { CallOptions, CallRow, Client, ClientOptions, NotifyOptions, Result } from "./client.js";
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
