import type { Violation } from "@league-v2/contract";
import { rpcErrors } from "../rpc/rpc-error.js";

/** The address and the method of a failed call. */
export interface CallPlace {
  readonly method: string;
  readonly url: string;
}

/** The label of the failure in the metrics. */
type CallOutcome = "refused" | "timeout" | "unreachable" | "aborted" | "garbled";

/** The failure of a call to another agent. `code` is stable; `message` is for people. */
export abstract class LeagueError extends Error {
  /** `E001`, `E009`, … where the contract names the error (contract 5), else one in CONST_CASE. */
  abstract readonly code: string;
  /** Whether a repetition of the same message may succeed. */
  abstract readonly retryable: boolean;
  readonly outcome: CallOutcome = "garbled";
  readonly method: string;
  readonly url: string;

  constructor(place: CallPlace, what: string, cause?: unknown) {
    super(`${place.method} to ${place.url}: ${what}`, cause === undefined ? undefined : { cause });
    this.method = place.method;
    this.url = place.url;
  }

  /** Whether the answer is no JSON-RPC response; a response with an invalid message is one. */
  get isNoRpc(): boolean {
    return false;
  }
}

/** The reply missed its deadline (E001). */
export class TimeoutError extends LeagueError {
  override readonly name = "TimeoutError";
  override readonly outcome = "timeout";
  readonly code = "E001";
  readonly retryable = true;
  readonly deadlineMs: number;

  constructor(place: CallPlace, deadlineMs: number) {
    super(place, `no answer within ${deadlineMs} ms`);
    this.deadlineMs = deadlineMs;
  }
}

/** The peer could not be reached, or the connection broke (E009). */
export class UnreachableError extends LeagueError {
  override readonly name = "UnreachableError";
  override readonly outcome = "unreachable";
  readonly code = "E009";
  readonly retryable = true;

  constructor(place: CallPlace, cause: Error) {
    super(place, `unreachable (${cause.message})`, cause);
  }
}

/** The caller's own signal was aborted; `cause` is its reason. */
export class AbortedError extends LeagueError {
  override readonly name = "AbortedError";
  override readonly outcome = "aborted";
  readonly code = "ABORTED";
  readonly retryable = false;
  /** True if until then the peer could not be reached. */
  readonly unreachable: boolean;

  constructor(place: CallPlace, reason: unknown, unreachable = false) {
    super(place, "given up by the caller", reason);
    this.unreachable = unreachable;
  }
}

/** The answer's HTTP status is not 2xx, and its body is not a JSON-RPC error. */
export class HttpStatusError extends LeagueError {
  override readonly name = "HttpStatusError";
  readonly code = "HTTP_STATUS";
  /** True for a fault of the peer (5xx) and for a temporary refusal (408, 429). */
  readonly retryable: boolean;
  readonly status: number;

  constructor(place: CallPlace, status: number, bodyStart: string) {
    super(place, `HTTP ${status}${bodyStart === "" ? "" : `: ${bodyStart}`}`);
    this.status = status;
    this.retryable = status >= 500 || status === 408 || status === 429;
  }
}

/** The answer is not JSON, or is JSON that is refused: a repeated key, too deep, too long, not UTF-8. */
export class BadJsonError extends LeagueError {
  override readonly name = "BadJsonError";
  readonly code = "INVALID_JSON";
  readonly retryable = false;

  override get isNoRpc(): boolean {
    return true;
  }
}

/** The answer is JSON, but not the expected JSON-RPC response or reply message. */
export class ProtocolFault extends LeagueError {
  override readonly name = "ProtocolFault";
  readonly code = "PROTOCOL_FAULT";
  readonly retryable = false;
  /** The faults of the reply message; empty if the fault is in the JSON-RPC around it. */
  readonly violations: readonly Violation[];

  constructor(place: CallPlace, what: string, violations: readonly Violation[] = []) {
    super(place, what);
    this.violations = violations;
  }

  override get isNoRpc(): boolean {
    return this.violations.length === 0;
  }
}

/** The peer answered with a JSON-RPC error object. */
export class RpcReplyError extends LeagueError {
  override readonly name = "RpcReplyError";
  override readonly outcome = "refused";
  /** `E0nn` if the peer's error has one (in `data.error_code`, or as the code −32000 − n), else `RPC_ERROR`. */
  readonly code: string;
  /** Only after an internal error (−32603): a repetition gets any other answer again. */
  readonly retryable: boolean;
  readonly rpcCode: number;
  /** The message of the error object. */
  readonly text: string;
  readonly data: unknown;

  constructor(place: CallPlace, error: { code: number; message: string; data?: unknown }) {
    super(place, `refused with ${error.code} ${error.message}`);
    this.rpcCode = error.code;
    this.text = error.message;
    this.retryable = error.code === rpcErrors.internalError.code;
    this.data = error.data;
    this.code = contractCode(error.code, error.data);
  }
}

/** The contract's codes are −32001 … −32099 (contract 5). */
function contractCode(rpcCode: number, data: unknown): string {
  const code =
    typeof data === "object" && data !== null ? (data as { error_code?: unknown }).error_code : undefined;
  if (typeof code === "string" && /^E\d{3}$/.test(code)) return code;
  const n = -32000 - rpcCode;
  return n >= 1 && n <= 99 ? `E${String(n).padStart(3, "0")}` : "RPC_ERROR";
}

/** Whether the peer sent no answer. */
export function isSilence(error: unknown): boolean {
  return error instanceof TimeoutError || error instanceof UnreachableError;
}
