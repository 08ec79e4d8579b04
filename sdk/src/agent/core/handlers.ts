/** Handler types: a missing or wrong handler does not compile. */
import type { MethodName, MethodTypes, Repliable, Replies, reply } from "@league-v2/contract";
import type { SenderIdentity } from "./sender-identity.js";
import type { Trace } from "./trace.js";

/** The context that a handler gets with the message. */
export interface Context {
  /** Milliseconds since the epoch by which the caller must have the answer. */
  readonly deadline: number;
  /** The present time, RFC 3339 in UTC. */
  now(): string;
  /** The W3C trace of the request, for the calls that it causes; undefined without one. */
  readonly trace: Trace | undefined;
  /** The reply to a request, its envelope filled in: conversation and match ids are copied. */
  readonly reply: BoundReply;
}

/** The result of a method: its reply or, for a notification with an id, its acknowledgement. */
type AnswerTo<M extends MethodName> = MethodTypes[M]["reply"] extends null
  ? MethodTypes[M]["ack"]
  : MethodTypes[M]["reply"];

export type Handler<M extends MethodName> = (
  request: MethodTypes[M]["requestIn"],
  context: Context,
) => AnswerTo<M> | Promise<AnswerTo<M>>;

/** Methods that every agent answers without a handler. */
type BuiltIn = "ping" | "rpc.discover";

/**
 * One handler for every method that a role serves: a missing one is a compile error with its name. Mapped over the keys of
 * the table itself, so that an editor can go from a handler to its row, and back.
 */
export type HandlersOf<Serves> = {
  readonly [M in keyof Serves as M extends BuiltIn ? never : M]: M extends MethodName ? Handler<M> : never;
};

type RowOf<Request extends Repliable> = Replies[NonNullable<Request["message_type"]> & keyof Replies];

/** `reply` of the contract with the envelope filled in by the agent that answers. */
export type BoundReply = <Request extends Repliable>(
  request: Request,
  fields: RowOf<Request>["fields"],
) => RowOf<Request>["reply"];

/** `reply` of the contract, or one for the messages of one role only. */
export type BuildReply = typeof reply;

export function boundReply(senderIdentity: SenderIdentity, build: BuildReply): BoundReply {
  // Only a registered agent, which has its token, sends a message that needs one.
  return (request, fields) =>
    build(request, senderIdentity.senderFields() as RowOf<typeof request>["senderFields"], fields);
}
