/** Validates a message of any wire form against its schema. */
import * as contract from "@league-v2/contract";
import { explain, flat, type Validator, type Violation } from "@league-v2/contract";
import type { JsonObject, ProfileCodec } from "@league-v2/sdk/codec";

/**
 * Uses the flat dialect's schema for that form, else the canonical one, after translation.
 * @param type the canonical type
 * @param wire the message as received
 * @param request the answered request, whose ids a form may leave out; empty if the message is a request
 */
export function messageFaults(
  form: ProfileCodec,
  type: string,
  wire: JsonObject,
  request: JsonObject,
): Violation[] {
  const isFlat = form.name === "flat";
  const known = { ...request, now: "1970-01-01T00:00:00Z", conversation: "unknown", recipient: "unknown" };
  const wireType = form.rulesOf(type).message_type ?? type;
  const message = isFlat ? wire : form.canonical(type, wire, { opponent_id: "unknown", ...known, ...wire });
  const validate = validatorOf(isFlat ? flat : contract, isFlat ? wireType : type);
  if (validate === undefined || validate(message)) return [];
  return explain(validate.errors, message);
}

function validatorOf(exports: object, type: string): Validator<unknown> | undefined {
  const title = type.toLowerCase().replaceAll(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  return (exports as Readonly<Record<string, unknown>>)[`validate${title}`] as Validator<unknown> | undefined;
}
