/** `reply` of the contract with the envelope filled in by the agent that answers. */
import type { Repliable, Replies, reply } from "@league-v2/contract";
import type { SenderIdentity } from "./sender-identity.js";

type RowOf<Request extends Repliable> = Replies[NonNullable<Request["message_type"]> & keyof Replies];

export type BoundReply = <Request extends Repliable>(
  request: Request,
  fields: RowOf<Request>["fields"],
) => RowOf<Request>["reply"];

/** `reply` of the contract, or one that knows the messages of one role only. */
export type BuildReply = typeof reply;

export function boundReply(voice: SenderIdentity, build: BuildReply): BoundReply {
  // A registered agent has its token, and nobody else is answered with a message that needs one.
  return (request, fields) => build(request, voice.speaker() as RowOf<typeof request>["speaker"], fields);
}
