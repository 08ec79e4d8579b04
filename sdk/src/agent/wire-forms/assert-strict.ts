/** What a strict agent refuses although it is readable: a name that no document has for the message. */
import { InvalidMessageError } from "../../rpc/index.js";
import { rpcErrors } from "../../rpc/rpc-error.js";
import { asText } from "../../wire/as-text.js";
import type { Located, Reading } from "../../wire/index.js";
import { startsOtherwise } from "../../wire/strict-profile.js";
import { errorReply } from "../core/error-reply.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import type { SenderIdentity } from "../core/sender-identity.js";

/**
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
