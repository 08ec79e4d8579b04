import type { JsonLimits } from "../json/plain-json.js";
import { sleep } from "../platform/clock.js";
import type { LogEntry } from "../platform/log.js";
import type { IncomingReply } from "../platform/transport.js";
import { type Attempt, type AttemptTools, attempt } from "./attempt.js";
import { pauseBefore } from "./backoff.js";
import type { CallNote } from "./call-entry.js";
import type { CallOptions, CallRow } from "./client.js";
import { AbortedError, type CallPlace, LeagueError } from "./errors.js";
import { plainReply } from "./plain-reply.js";
import type { ReplyRules } from "./read-reply.js";
import { requestText } from "./request-text.js";

/** Reads an answer that is not plain: `readReply` with an explanation, or the same code loaded on demand. */
export type ReadReply = <Reply>(
  reply: IncomingReply,
  id: number,
  place: CallPlace,
  rules: Omit<ReplyRules<Reply>, "explain">,
) => Reply | Promise<Reply>;

/** The tools of a call. */
export interface CallingTools extends AttemptTools {
  readonly limits: JsonLimits;
  readonly read: ReadReply;
  readonly note?: ((note: CallNote) => void) | undefined;
  /** For rows without a deadline; infinite for none. */
  readonly defaultDeadlineMs: () => number;
}

/** `Client.call`: a request and its reply, with the retries of the method's row. */
export function calling(tools: CallingTools) {
  const { clock, random, backoff, limits, read } = tools;
  let lastId = 0;

  return async <Reply>(
    url: string,
    row: CallRow<Reply>,
    message: object,
    options: CallOptions<Reply> = {},
  ): Promise<Reply> => {
    const { signal, retries = row.retries, retryGarbled = false, decode, form } = options;
    const place = { method: row.name, url };
    const id = ++lastId;
    const body = form === undefined ? requestText(row.name, message, id) : JSON.stringify(form.write(id));
    const validateReply = options.validateReply ?? row.validateReply;
    const isForeign = form !== undefined || decode !== undefined;
    const sending = sendingOf(tools, row, options, place, body);
    const { note: write } = tools;
    const note =
      write && ((level: LogEntry["level"], what: string) => write({ place, message, level, what }));
    for (let retry = 0; ; retry++) {
      try {
        const sentAt = clock.now();
        note?.("debug", "sent");
        const reply = await attempt(tools, sending);
        const plain = isForeign ? undefined : plainReply(reply, id, limits, validateReply);
        const answer =
          plain === undefined
            ? await read(reply, id, place, { limits, decode, form, validateReply })
            : plain.message;
        note?.("debug", `answered after ${clock.now() - sentAt} ms`);
        return answer;
      } catch (error) {
        note?.(levelOf(error, options), error instanceof Error ? error.message : String(error));
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

/** A wrong answer may be logged at another level than a missing one. */
function levelOf(
  error: unknown,
  { failureLevel = "warn", answerLevel }: Pick<CallOptions<never>, "failureLevel" | "answerLevel">,
): LogEntry["level"] {
  return error instanceof LeagueError && error.isAnswer ? (answerLevel ?? failureLevel) : failureLevel;
}

/** An attempt with its deadline and its headers. */
export function sendingOf<Reply>(
  { defaultDeadlineMs }: Pick<CallingTools, "defaultDeadlineMs">,
  row: CallRow<Reply>,
  { signal, deadlineMs, headers, form }: CallOptions<Reply>,
  place: CallPlace,
  body: string,
): Attempt {
  const own = form?.headers;
  return {
    place,
    body,
    signal,
    deadlineMs: deadlineMs ?? row.deadlineMs ?? defaultDeadlineMs(),
    headers: own === undefined ? headers : { ...headers, ...own },
  };
}
