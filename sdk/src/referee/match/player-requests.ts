/** The referee's requests to the players of one match, their repetitions, and its error to a player with an invalid answer (contract 6). */
import {
  type ErrorCode,
  gameError,
  type MethodTypes,
  type refereeCalls,
  type SignedIdentity,
  schemaFaultCode,
  type Violation,
} from "@league-v2/contract";
import { LeagueRpcError } from "../../agent/core/errors.js";
import { violationsMember } from "../../agent/core/refusals.js";
import type { SenderIdentity } from "../../agent/core/sender-identity.js";
import type { Trace } from "../../agent/core/trace.js";
import type { Caller } from "../../agent/serving/caller.js";
import {
  AbortedError,
  LeagueError,
  ProtocolFault,
  TimeoutError,
  UnreachableError,
} from "../../client/errors.js";
import { type Clock, sleep } from "../../platform/clock.js";
import type { Log } from "../../platform/log.js";
import type { Contestant } from "./assignment.js";
import type { Transcript } from "./transcript.js";

/** The methods of the requests, each with the expected message. */
const awaited = { handle_game_invitation: "GAME_JOIN_ACK", choose_parity: "CHOOSE_PARITY_RESPONSE" } as const;

export type Asking = keyof typeof awaited;

export interface PlayerRequestsSetting {
  readonly caller: Caller<typeof refereeCalls>;
  readonly senderIdentity: SenderIdentity;
  readonly clock: Clock;
  readonly log: Log;
  readonly transcript: Transcript;
  /** See `MatchSetting`. */
  readonly isDirect?: boolean;
  /** The trace that the match belongs to. */
  readonly trace: Trace | undefined;
}

export class PlayerRequests {
  /** Players that have answered in this match: only their acknowledgements of the result are awaited. */
  readonly answered = new Set<string>();
  readonly #setting: PlayerRequestsSetting;
  readonly #match_id: string;
  readonly #conversation_id: string;

  constructor(match_id: string, conversation_id: string, setting: PlayerRequestsSetting) {
    this.#match_id = match_id;
    this.#conversation_id = conversation_id;
    this.#setting = setting;
  }

  identity(): SignedIdentity {
    return this.#setting.senderIdentity.signed(this.#conversation_id);
  }

  /**
   * Repeats the request up to the retries of the method table; each attempt sends a new message with a new timestamp.
   * @param signal ends the attempts; the answer is then `stopped`, or `unreachable` if no attempt reached the player
   * @param assertValid throws a LeagueRpcError for an answer that fits the contract, and not the match
   */
  ask<M extends Asking>(
    contestant: Contestant,
    method: M,
    message: () => MethodTypes[M]["request"],
    signal: AbortSignal,
    assertValid: (reply: MethodTypes[M]["replyIn"]) => void = () => {},
  ): Promise<Answer<MethodTypes[M]["replyIn"]>> {
    const { caller, clock, isDirect } = this.#setting;
    const { retries, retryPauseMs } = caller.row(method);
    const question = {
      attempt: async () => {
        const reply = await this.#exchange(contestant, method, message(), signal);
        assertValid(reply);
        return reply;
      },
      retries: isDirect ? 0 : retries,
      pauseMs: retryPauseMs ?? 0,
      onFailure: (failure: Failure, retry: Retry) => this.#sendError(contestant, method, failure, retry),
    };
    return ask(question, clock, signal);
  }

  async #exchange<M extends Asking>(
    contestant: Contestant,
    method: M,
    message: MethodTypes[M]["request"],
    signal: AbortSignal,
  ): Promise<MethodTypes[M]["replyIn"]> {
    const { senderIdentity, caller, transcript, trace } = this.#setting;
    transcript.add(senderIdentity.sender, contestant.id, message);
    const reply = await caller.call(contestant.endpoint, method, message, { retries: 0, signal, trace });
    this.answered.add(contestant.id);
    transcript.add(contestant.id, senderIdentity.sender, reply);
    this.#assertMatches(reply, contestant);
    return reply;
  }

  /** An answer counts only for the match, the player and the conversation of the request. @throws LeagueRpcError */
  #assertMatches(reply: MethodTypes[Asking]["replyIn"], { id }: Contestant): void {
    const wrong = (field: string, is: string, due: string) =>
      `answered with ${field} "${is}" instead of "${due}"`;
    const { match_id, player_id, conversation_id } = reply;
    if (match_id !== this.#match_id) {
      throw new LeagueRpcError("E006", wrong("match_id", match_id, this.#match_id));
    }
    if (player_id !== id && !this.#setting.isDirect)
      throw new LeagueRpcError("E005", wrong("player_id", player_id, id));
    if (conversation_id !== this.#conversation_id) {
      throw new LeagueRpcError("E002", wrong("conversation_id", conversation_id, this.#conversation_id));
    }
  }

  #sendError({ id, endpoint }: Contestant, method: Asking, failure: Failure, retry: Retry): void {
    const { senderIdentity, caller, log, transcript, trace } = this.#setting;
    const { count, max, inMs } = retry;
    const match_id = this.#match_id;
    const error_description = `${id} ${failure.why}`;
    const message = gameError(this.identity(), {
      match_id,
      error_code: failure.code,
      error_description,
      affected_player: id,
      action_required: awaited[method],
      retry_info: { retry_count: count, max_retries: max, next_retry_at: senderIdentity.now(inMs) },
      consequence: `The match is a technical loss after ${max} retries.`,
      ...violationsMember(failure.violations),
    });
    transcript.add(senderIdentity.sender, id, message);
    log({ level: "warn", message: error_description, message_type: message.message_type, match_id });
    // The error announces the retry, so its deadline is the start of the retry.
    const sending = caller.notify(endpoint, "notify_game_error", message, { deadlineMs: inMs, trace });
    sending.catch(() => log({ level: "debug", message: `GAME_ERROR did not reach ${id}`, match_id }));
  }
}

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
