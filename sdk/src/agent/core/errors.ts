import type { ErrorCode, GameErrorIn, LeagueErrorIn, Violation } from "@league-v2/contract";
import type { LogEntry } from "../../platform/log.js";

/** A refusal by the rules of the league: handlers throw it, and peers receive a JSON-RPC error (contract 5). */
export class LeagueRpcError extends Error {
  override readonly name = "LeagueRpcError";
  /** An error code of the contract, e.g. `E008`. */
  readonly code: ErrorCode;
  readonly violations: readonly Violation[];
  readonly context: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    description: string,
    more: {
      violations?: readonly Violation[];
      context?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(description);
    this.code = code;
    this.violations = more.violations ?? [];
    this.context = more.context ?? {};
  }
}

/** The log entry for a received error message. */
export function errorEntry(error: GameErrorIn | LeagueErrorIn): LogEntry {
  const { error_code, error_description, message_type } = error;
  return {
    level: "warn",
    message: `${error_code}: ${error_description ?? ""}`,
    message_type,
    ...("match_id" in error ? { match_id: error.match_id } : {}),
  };
}
