import { schemaFaultCode, type Violation } from "@league-v2/contract";
import { LeagueRpcError } from "./league-rpc-error.js";

/** A message that breaks its schema; the violations say where and how. */
export function schemaFault(violations: readonly Violation[]): LeagueRpcError {
  const description = violations.map((violation) => violation.message).join(" ");
  return new LeagueRpcError(schemaFaultCode(violations) ?? "E002", description, {
    violations,
    isSchemaFault: true,
  });
}
