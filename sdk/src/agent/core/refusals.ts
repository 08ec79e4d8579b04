/** Refused messages: the violations in words, and the JSON-RPC error with a GAME_ERROR or LEAGUE_ERROR (contract 5). */
import {
  errorCodes,
  explain,
  protocolVersion,
  schemaFaultCode,
  type Validator,
  type Violation,
} from "@league-v2/contract";
import { fullValidator } from "../../json/read-message.js";
import { RpcError, rpcErrors } from "../../rpc/rpc-error.js";
import { LeagueRpcError } from "./errors.js";
import type { SenderIdentity } from "./sender-identity.js";

export { readRefused } from "../../json/read-message.js";

/** Why a validator refuses a value. */
export async function violationsOf(
  validate: Validator<unknown>,
  value: unknown,
): Promise<readonly Violation[]> {
  const full = await fullValidator(validate);
  return full(value) ? [] : explain(full.errors, value);
}

/** The JSON-RPC error of a broken rule. Its message is the name of the code, or JSON-RPC's text for invalid params. */
export function errorReply(
  fault: LeagueRpcError,
  request: unknown,
  method: string,
  senderIdentity: SenderIdentity,
): RpcError {
  const { invalidParams } = rpcErrors;
  // −32000 − n for E0nn, −32602 for a schema fault; the name in the catalogue, e.g. `INVALID_STATE`.
  const { rpcCode: code, name } = errorCodes[fault.code];
  const message = code === invalidParams.code ? invalidParams.message : name;
  return new RpcError({ code, message }, faultMessage(fault, request, method, senderIdentity));
}

/** The `violations` member of an error message; left out if empty. */
export function violationsMember(violations: readonly Violation[]): { violations?: Violation[] } {
  return violations.length === 0 ? {} : { violations: [...violations] };
}

/**
 * The message without the answerer's token: an error may go to any client.
 * An error about a match is a GAME_ERROR, any other is a LEAGUE_ERROR.
 */
function faultMessage(
  fault: LeagueRpcError,
  request: unknown,
  method: string,
  senderIdentity: SenderIdentity,
): object {
  const asked = fieldsOf(request);
  const envelope = {
    protocol: protocolVersion,
    sender: senderIdentity.sender,
    timestamp: senderIdentity.now(),
    conversation_id: text(asked.conversation_id) ?? "unknown",
  };
  const match_id = text(asked.match_id);
  const common = {
    error_code: fault.code,
    error_description: fault.message,
    ...violationsMember(fault.violations),
  };
  if (match_id !== null && senderIdentity.sender !== "league_manager") {
    return {
      ...envelope,
      message_type: "GAME_ERROR",
      match_id,
      ...common,
      affected_player: null,
      action_required: null,
      retry_info: null,
      consequence: null,
    };
  }
  return {
    ...envelope,
    message_type: "LEAGUE_ERROR",
    ...common,
    original_message_type: text(asked.message_type),
    context: { method, ...fault.context },
  };
}

function fieldsOf(request: unknown): {
  conversation_id?: unknown;
  match_id?: unknown;
  message_type?: unknown;
} {
  return typeof request === "object" && request !== null ? request : {};
}

/** Ids of a request are repeated only if they look like ids: an error does not repeat arbitrary text of the sender. */
function text(value: unknown): string | null {
  return typeof value === "string" && value.length > 0 && value.length <= 128 ? value : null;
}

/** The error for a message that breaks its schema, with the violations. */
export function schemaFault(violations: readonly Violation[]): LeagueRpcError {
  const description = violations.map((violation) => violation.message).join(" ");
  return new LeagueRpcError(schemaFaultCode(violations) ?? "E002", description, {
    violations,
  });
}
