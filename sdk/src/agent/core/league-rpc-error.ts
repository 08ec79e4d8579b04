import type { ErrorCode, Violation } from "@league-v2/contract";

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
