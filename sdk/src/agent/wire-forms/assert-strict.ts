/** What a strict agent refuses although it is readable, and the errors for it. */
import { InvalidMessageError } from "../../rpc/index.js";
import { rpcErrors } from "../../rpc/rpc-error.js";
import { asText } from "../../wire/as-text.js";
import { isObject, type Located, type Reading } from "../../wire/index.js";
import { startsOtherwise } from "../../wire/strict-profile.js";
import { errorReply } from "../core/error-reply.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import type { SenderIdentity } from "../core/sender-identity.js";

/**
 * Refuses a name that no form has for the message, and a match start of no document.
 * @param chosen the name of the form that the user has chosen, whose match start is no leniency
 * @throws InvalidMessageError
 */
export function assertStrict(
  { method: name, message }: Located,
  { form, type, method }: Reading,
  chosen: string,
  identity: SenderIdentity,
): void {
  const isOtherStart = type === "RUN_MATCH" && form.name !== chosen && startsOtherwise(form.profile);
  if (form.carries(name, type) && !isOtherStart) return;
  const received = name === undefined ? "a message without a method" : `"${asText(name).slice(0, 64)}"`;
  const text = `expected ${type} as "${method}", but received ${received}, which \`strict\` refuses`;
  const { data } = errorReply(new LeagueRpcError("E002", text), message, method, identity);
  const { code, message: meaning } = rpcErrors.methodNotFound;
  throw new InvalidMessageError(code, meaning, data);
}

/** The error for a message without a required member, with the reason why the form does not complete it. */
export function refusedByStrict(error: InvalidMessageError): InvalidMessageError {
  const { code, message, data } = error;
  if (!isObject(data) || data.error_code !== "E003") return error;
  const error_description = `${asText(data.error_description)} \`strict\` completes no message.`;
  return new InvalidMessageError(code, message, { ...data, error_description });
}
