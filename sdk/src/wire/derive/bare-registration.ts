/** The form of a registration that is a whole message of the league in the body of a plain POST. */
import { isObject } from "../members.js";
import { ProfileCodec } from "../profile-codec.js";
import type { JsonObject, WireProfile } from "../types.js";
import { deriveForm } from "./derive-form.js";

export interface BareRegistration {
  readonly form: WireProfile;
  /** The answer as a message of the form. */
  readonly answer: (members: object) => JsonObject;
}

/** @returns undefined for a body without a message type */
export function bareRegistration(body: unknown): BareRegistration | undefined {
  if (!isObject(body) || typeof body.message_type !== "string") return undefined;
  const type = "LEAGUE_REGISTER_RESPONSE";
  const derived = deriveForm("registered-over-http", "player", [{ by: "peer", request: body }]);
  if (derived === undefined) return undefined;
  const { profile } = derived;
  const { protocol, conversation_id } = body;
  return {
    form: profile,
    answer: (members) =>
      new ProfileCodec(profile).message(type, {
        ...{ protocol, message_type: type, sender: "league_manager", conversation_id },
        ...members,
      }),
  };
}
