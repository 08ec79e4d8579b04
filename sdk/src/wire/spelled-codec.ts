/** A codec that applies the profile's spelling. `ProfileCodec` does not: agents apply the peer's spelling separately. */
import { type DecodedRequest, ProfileCodec, type RequestId } from "./profile-codec.js";
import { withContractNames, withSpelling } from "./spelling.js";
import type { JsonObject, ReplyShape, Variables } from "./types.js";

export class SpelledCodec extends ProfileCodec {
  override request(
    type: string,
    message: JsonObject,
    id: RequestId | undefined,
    variables: Variables = {},
  ): unknown {
    return this.#withSpelling(super.request(type, message, id, variables));
  }

  override reply(
    type: string,
    message: JsonObject,
    to: RequestId,
    variables: Variables = {},
    shape: ReplyShape = this.profile.reply,
  ): unknown {
    return this.#withSpelling(super.reply(type, message, to, variables, shape));
  }

  override decodeRequest(body: unknown, variables: Variables = {}): DecodedRequest | undefined {
    return super.decodeRequest(this.plain(body), variables);
  }

  override decodeReply(
    body: unknown,
    requestType: string | undefined,
    variables: Variables = {},
  ): JsonObject | undefined {
    return super.decodeReply(this.plain(body), requestType, variables);
  }

  /** A body of the peer in the names of the contract. */
  plain(body: unknown): unknown {
    return this.profile.spelling === undefined ? body : withContractNames(body);
  }

  #withSpelling(body: unknown): unknown {
    const { spelling } = this.profile;
    return spelling === undefined ? body : withSpelling(body, spelling);
  }
}
