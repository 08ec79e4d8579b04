import { schemaFaultCode, type Violation } from "@league-v2/contract";
import { LeagueRpcError } from "./league-rpc-error.js";

/** The error for a message that breaks its schema, with the violations. */
export function schemaFault(violations: readonly Violation[]): LeagueRpcError {
  const description = violations.map((violation) => violation.message).join(" ");
  return new LeagueRpcError(schemaFaultCode(violations) ?? "E002", description, {
    violations,
  });
}
