/** `reply` of the contract with the envelope filled in by the agent that answers. */
import type { Repliable, Replies, reply } from "@league-v2/contract";
import type { SenderIdentity } from "./sender-identity.js";

type RowOf<Request extends Repliable> = Replies[NonNullable<Request["message_type"]> & keyof Replies];

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
