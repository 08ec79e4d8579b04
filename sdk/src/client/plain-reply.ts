import { type JsonLimits, parseJson } from "../json/parse-json.js";
import type { Validator } from "../json/validator.js";
import type { IncomingReply } from "../platform/transport.js";

/**
 * The reply message of an answer that is nothing but the valid response to the request, as nearly all are; undefined for
 * every other answer, which `readReply` reads or explains.
 */
export function plainReply<Reply>(
  { status, contentType, body }: IncomingReply,
  id: number,
  limits: JsonLimits,
  validate: Validator<Reply> | null | undefined,
): { readonly message: Reply } | undefined {
  if (status !== 200 || contentType?.startsWith("application/json") !== true) return undefined;
  const parsed = parseJson(body, limits);
  if (!parsed.ok) return undefined;
  const response = parsed.value as Partial<Record<"jsonrpc" | "id" | "result" | "error", unknown>> | null;
  if (response?.jsonrpc !== "2.0" || response.id !== id || Array.isArray(response)) return undefined;
  const { result, error } = response;
  if (result === undefined || (error !== undefined && error !== null)) return undefined;
  const isValid = validate === null || validate === undefined || validate(result);
  return isValid ? { message: result as Reply } : undefined;
}
