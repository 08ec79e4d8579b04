/** A profile at work: the SDK's codec, which translates and is no client, with what the profile means for the clauses. */
import { findMessage, ProfileCodec } from "@league-v2/sdk/codec";
import type { Dialect, WireProfile } from "./types.js";

export { findMessage, intendedShape, type RequestId, replyMessage } from "@league-v2/sdk/codec";

export class Codec extends ProfileCodec {
  readonly dialect: Dialect;
  readonly isLeagueForm: boolean;

  declare readonly profile: WireProfile;

  constructor(profile: WireProfile) {
    super(profile);
    this.dialect = profile.dialect;
    this.isLeagueForm = profile.isLeagueForm;
  }

  /** Whether a request stands where this form has it, under the name that this form gives it. */
  fits(body: unknown): boolean {
    const found = findMessage(this.plain(body));
    if (found === undefined || found.shape !== this.profile.request) return false;
    const type = this.typeOf(found);
    return type !== undefined && this.carries(found.method, type);
  }
}
