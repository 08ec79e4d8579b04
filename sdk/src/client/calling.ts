import type { JsonLimits } from "../json/parse-json.js";
import type { ReadRefused } from "../json/read-message.js";
import { sleep } from "../platform/clock.js";
import type { Log, LogEntry } from "../platform/log.js";
import { hex, type Random } from "../platform/random.js";
import { type Attempt, type AttemptTools, attempt, pauseBefore } from "./attempt.js";
import type { CallOptions, CallRow, NotifyOptions } from "./client.js";
import { AbortedError, type CallPlace, HttpStatusError, LeagueError } from "./errors.js";
import { readReply } from "./read-reply.js";

/** The tools of a call. */
export interface CallingTools extends AttemptTools {
  readonly limits: JsonLimits;
  readonly readRefused: ReadRefused;
  readonly log?: Log | undefined;
  /** For rows without a deadline; infinite for none. */
  readonly defaultDeadlineMs: () => number;
}

/** `Client.call`: a request and its reply, with the retries of the method's row. */
export function calling(tools: CallingTools) {
  const { clock, random, backoff, limits, readRefused } = tools;
  let lastId = 0;

  return async <Reply>(
    url: string,
    row: CallRow<Reply>,
    message: object,
    options: CallOptions<Reply> = {},
  ): Promise<Reply> => {
    const { signal, retries = row.retries, retryGarbled = false } = options;
    const place = { method: row.name, url };
    const id = ++lastId;
    const validateReply = options.validateReply ?? row.validateReply;
    const sending = sendingOf(tools, row, options, place, requestText(row.name, message, id));
    const note = noteOf(tools, place, message);
    for (let retry = 0; ; retry++) {
      try {
        const sentAt = clock.now();
        note("debug", () => "sent");
        const reply = await attempt(tools, sending);
        const answer = await readReply(reply, id, place, { limits, readRefused, validateReply });
        note("debug", () => `answered after ${clock.now() - sentAt} ms`);
        return answer;
      } catch (error) {
        note("warn", () => (error instanceof Error ? error.message : String(error)));
        const isRetried =
          error instanceof LeagueError && (error.retryable || (retryGarbled && error.isNoRpc));
        if (!isRetried || retry >= retries) throw error;
      }
      const ms = row.retryPauseMs ?? pauseBefore(retry, backoff, random);
      await sleep(clock, ms, signal).catch((reason) => {
        throw new AbortedError(place, reason);
      });
    }
  };
}

/** Writes log entries about one call; an entry is created only if the log writes its level. */
function noteOf({ log }: Pick<CallingTools, "log">, place: CallPlace, message: object) {
  return (level: LogEntry["level"], what: () => string): void => {
    if (log !== undefined && log.writes?.(level) !== false) log(callEntry(place, message, level, what()));
  };
}

/** An attempt with its deadline and its headers. */
function sendingOf<Reply>(
  { defaultDeadlineMs }: Pick<CallingTools, "defaultDeadlineMs">,
  row: CallRow<Reply>,
  { signal, deadlineMs, headers }: CallOptions<Reply>,
  place: CallPlace,
  body: string,
): Attempt {
  return { place, body, signal, headers, deadlineMs: deadlineMs ?? row.deadlineMs ?? defaultDeadlineMs() };
}

/** The log line of a call: method, address and outcome. Never the message itself, which has a token. */
function callEntry(
  { method, url }: CallPlace,
  message: object,
  level: LogEntry["level"],
  what: string,
): LogEntry {
  const place = `${method} to ${url}: `;
  const entry: LogEntry = {
    level,
    message: what.startsWith(place) ? what : `${place}${what}`,
    data: { method, url },
  };
  for (const name of ["message_type", "conversation_id", "match_id"] as const) {
    const value = (message as Record<string, unknown>)[name];
    if (typeof value === "string") entry[name] = value;
  }
  return entry;
}

/** `Client.notify`: sends a notification in one attempt. */
export function notifying(tools: CallingTools) {
  return async (url: string, row: CallRow, message: object, options: NotifyOptions = {}): Promise<void> => {
    const place = { method: row.name, url };
    const { clock } = tools;
    const note = noteOf(tools, place, message);
    const sentAt = clock.now();
    try {
      note("debug", () => "sent");
      const sending = sendingOf(tools, row, options, place, requestText(row.name, message));
      const { status } = await attempt(tools, sending);
      if (status < 200 || status > 299) throw new HttpStatusError(place, status, "");
      note("debug", () => `answered after ${clock.now() - sentAt} ms`);
    } catch (error) {
      note("warn", () => (error instanceof Error ? error.message : String(error)));
      throw error;
    }
  };
}

/** The text of a JSON-RPC request, or without an id of a notification. */
export function requestText(method: string, message: object, id?: number): string {
  const head = `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(message)}`;
  return id === undefined ? `${head}}` : `${head},"id":${id}}`;
}

/** Enough random digits for unique ids in a league. */
const RANDOM_BYTES = 8;

/** A new conversation id, `<prefix>-<16 hex digits>` (IS 5.2.6). */
export function generateConversationId(random: Random, prefix: string): string {
  return `${prefix}-${hex(random, RANDOM_BYTES)}`;
}
