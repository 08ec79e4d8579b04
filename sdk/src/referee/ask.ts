/** One request to one player: the attempts and the pauses between them (contract 6). */
import { type ErrorCode, schemaFaultCode, type Violation } from "@league-v2/contract";
import { LeagueRpcError } from "../agent/core/league-rpc-error.js";
import {
  AbortedError,
  LeagueError,
  ProtocolFault,
  TimeoutError,
  UnreachableError,
} from "../client/errors.js";
import { type Clock, sleep } from "../platform/clock.js";

/** The failure of an attempt, as an error of the catalogue. */
export interface Failure {
  readonly code: ErrorCode;
  /** For the requested player only: it may quote that player's answer. */
  readonly why: string;
  readonly violations: readonly Violation[];
}

export interface Retry {
  /** 1 for the first retry. */
  readonly count: number;
  readonly max: number;
  /** Milliseconds until the request is sent again. */
  readonly inMs: number;
}

export type Answer<T> =
  | { readonly kind: "answered"; readonly value: T }
  /** No valid answer in all attempts; the code is that of the last one. */
  | { readonly kind: "missed"; readonly code: ErrorCode }
  /** No connection in all attempts. */
  | { readonly kind: "unreachable" }
  /** The signal was aborted first. */
  | { readonly kind: "stopped" };

export interface Question<T> {
  /** One attempt; resolves with a valid answer or throws a LeagueError or LeagueRpcError. */
  readonly attempt: () => Promise<T>;
  readonly retries: number;
  readonly pauseMs: number;
  /** Called before each retry, not after the last attempt. */
  readonly onFailure: (failure: Failure, retry: Retry) => void;
}

/** Repeats the request until there is a valid answer, no retry is left, or the signal is aborted, which must also end attempts. */
export async function ask<T>(question: Question<T>, clock: Clock, signal: AbortSignal): Promise<Answer<T>> {
  const { attempt, retries, pauseMs, onFailure } = question;
  let reached = false;
  const stopped = (): Answer<T> => ({ kind: reached ? "stopped" : "unreachable" });
  for (let count = 1; ; count++) {
    try {
      return { kind: "answered", value: await attempt() };
    } catch (error) {
      reached ||= wasReached(error);
      if (signal.aborted) return stopped();
      const failure = diagnose(error);
      if (count > retries) return reached ? { kind: "missed", code: failure.code } : { kind: "unreachable" };
      onFailure(failure, { count, max: retries, inMs: pauseMs });
    }
    await sleep(clock, pauseMs, signal).catch(() => {});
    if (signal.aborted) return stopped();
  }
}

function wasReached(error: unknown): boolean {
  return error instanceof AbortedError ? !error.unreachable : !(error instanceof UnreachableError);
}

function diagnose(error: unknown): Failure {
  const failure = (code: ErrorCode, why: string, violations: readonly Violation[] = []) => ({
    code,
    why,
    violations,
  });
  if (error instanceof TimeoutError) return failure("E001", `did not answer within ${error.deadlineMs} ms`);
  if (error instanceof UnreachableError) return failure("E009", "could not be reached");
  if (error instanceof LeagueRpcError) return failure(error.code, error.message);
  if (error instanceof ProtocolFault && error.violations.length > 0) {
    const text = error.violations.map((violation) => violation.message).join(" ");
    return failure(
      schemaFaultCode(error.violations) ?? "E002",
      `answered wrongly: ${text}`,
      error.violations,
    );
  }
  if (error instanceof LeagueError) return failure("E002", `answered wrongly: ${error.message}`);
  throw error;
}
