import type { Validator } from "@league-v2/contract";
import type { JsonLimits } from "../json/parse-json.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Random } from "../platform/random.js";
import type { Transport } from "../platform/transport.js";
import type { Backoff } from "./attempt.js";
import type { LeagueError } from "./errors.js";

/** The members of a row of the method table that the client needs. */
export interface CallRow<Reply = unknown> {
  readonly name: string;
  /** For each attempt; null: the client's default deadline. */
  readonly deadlineMs: number | null;
  /** Further attempts after a failure that is `retryable`: a timeout, an unreachable peer, the peer's internal error. */
  readonly retries: number;
  /** Between attempts; null: the backoff. */
  readonly retryPauseMs: number | null;
  readonly validateReply?: Validator<Reply> | null;
}

/** What a client is made of. */
export interface ClientOptions {
  transport: Transport;
  clock: Clock;
  random: Random;
  log?: Log;
  backoff: Backoff;
  /** For replies; the protocol's limits have them. */
  limits: JsonLimits;
  /** For rows without a deadline (IS 5.2.1, base_timeout). Left out or null: none. */
  defaultDeadlineMs?: number | null;
}

/** The options of one call. */
export interface CallOptions<Reply> {
  /** The caller's signal: aborting it rejects the call with `AbortedError` at once. */
  signal?: AbortSignal;
  /** Instead of the row's, for each attempt. */
  deadlineMs?: number;
  /** Instead of the row's; 0 for a single attempt. */
  retries?: number;
  /** Instead of the row's; the result is not validated if neither has one. */
  validateReply?: Validator<Reply> | null;
  /** Whether a garbled answer (no JSON, no JSON-RPC, the response to another call) is retried too. */
  retryGarbled?: boolean;
  /** Further headers of the request. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The options of one notification. */
export type NotifyOptions = Pick<CallOptions<never>, "signal" | "deadlineMs" | "headers">;

/** An outcome as a value, for callers that do not use try and catch. */
export type Result<Value, Failure extends Error> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** The MCPClientInterface of IS 5. */
export interface Client {
  /**
   * Sends a request and waits for its reply (IS 5.2.2, send_request).
   *
   * One attempt lasts until the deadline. Within it an unreachable peer is called again, with
   * growing pauses. If the deadline passes, or leaves no time for one more try, the attempt has failed; then follow the
   * row's retries, each with a new deadline. All of them carry the same message and the same JSON-RPC id.
   * A reply after its deadline is ignored.
   * @throws LeagueError
   */
  call<Reply>(
    url: string,
    row: CallRow<Reply>,
    message: object,
    options?: CallOptions<Reply>,
  ): Promise<Reply>;
  /** `call`, with the error as a value. */
  tryCall<Reply>(
    url: string,
    row: CallRow<Reply>,
    message: object,
    options?: CallOptions<Reply>,
  ): Promise<Result<Reply, LeagueError>>;
  /**
   * Sends a notification (IS 5.2.3, send_notification): one attempt within the deadline, no retries after it.
   * Resolves when the peer has accepted it (any 2xx).
   * @throws LeagueError
   */
  notify(url: string, row: CallRow, message: object, options?: NotifyOptions): Promise<void>;
  /** A new conversation id, `<prefix>-<random>` (IS 5.2.6). */
  generateConversationId(prefix: string): string;
  /** Changes the deadline of rows without one, for later calls (IS 5.2.7, set_timeout). */
  setDefaultDeadline(deadlineMs: number | null): void;
}
