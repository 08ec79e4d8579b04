export { type Backoff, pauseBefore } from "./backoff.js";
export type { CallOptions, CallRow, Client, ClientOptions, NotifyOptions } from "./client.js";
export { generateConversationId } from "./conversation-id.js";
export { createClient } from "./create-client.js";
export {
  AbortedError,
  BadJsonError,
  type CallPlace,
  HttpStatusError,
  LeagueError,
  ProtocolFault,
  RpcReplyError,
  TimeoutError,
  UnreachableError,
} from "./errors.js";
export { type ReplyRules, readReply } from "./read-reply.js";
export { failed, ok, type Result } from "./result.js";
