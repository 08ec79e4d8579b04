import { schemaFaultCode, type Violation } from "@league-v2/contract";
import { LeagueFault } from "./fault.js";

/** A message that breaks its schema; the violations say where and how. */
export function schemaFault(violations: readonly Violation[]): LeagueFault {
  const description = violations.map((violation) => violation.message).join(" ");
  return new LeagueFault(schemaFaultCode(violations) ?? "E002", description, {
    violations,
    isSchemaFault: true,
  });
}
