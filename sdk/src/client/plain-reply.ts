import { isObject } from "../json/is-object.js";
import { type JsonLimits, plainJson } from "../json/plain-json.js";
import type { Validator } from "../json/validator.js";
import type { IncomingReply } from "../platform/transport.js";

/**
 * The reply message of a plain valid response to the request, as most answers are; undefined for
 * every other answer, which `readReply` reads or refuses.
 */
export function plainReply<Reply>(
  { status, contentType, body }: IncomingReply,
  id: number,
  limits: JsonLimits,
  validate: Validator<Reply> | null | undefined,
): { readonly message: Reply } | undefined {
  if (status !== 200 || contentType?.startsWith("application/json") !== true) return undefined;
  const response = plainJson(body, limits);
  if (!isObject(response) || response.jsonrpc !== "2.0" || response.id !== id) return undefined;
  const { result, error } = response;
  if (result === undefined || (error !== undefined && error !== null)) return undefined;
  const isValid = validate === null || validate === undefined || validate(result);
  return isValid ? { message: result as Reply } : undefined;
}
