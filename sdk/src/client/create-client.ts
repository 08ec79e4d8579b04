import { sleep } from "../doors/clock.js";
import { type AttemptTools, attempt } from "./attempt.js";
import { pauseBefore } from "./backoff.js";
import { CallLog } from "./call-log.js";
import type { CallOptions, CallRow, Client, ClientOptions } from "./client.js";
import { generateConversationId } from "./conversation-id.js";
import { AbortedError, type CallPlace, HttpStatusError, LeagueError } from "./errors.js";
import { explainPlainly } from "./explain-plainly.js";
import { readReply } from "./read-reply.js";
import { failed, ok } from "./result.js";

/** A client for any method of the table (IS 5, MCPClientInterface; its `initialize` is this function). */
export function createClient(options: ClientOptions): Client {
  const { clock, random, backoff, limits, log } = options;
  const tools: AttemptTools = options;
  const explain = options.explain ?? explainPlainly;
  let defaultDeadlineMs = options.defaultDeadlineMs ?? null;
  let lastId = 0;

  const deadlineOf = (row: CallRow, own: number | undefined): number =>
    own ?? row.deadlineMs ?? defaultDeadlineMs ?? Number.POSITIVE_INFINITY;

  async function call<Reply>(
    url: string,
    row: CallRow<Reply>,
    message: object,
    { signal, deadlineMs, retries = row.retries, decode, validateReply }: CallOptions<Reply> = {},
  ): Promise<Reply> {
    const place = { method: row.name, url };
    const id = ++lastId;
    const body = JSON.stringify({ jsonrpc: "2.0", method: row.name, params: message, id });
    const rules = { limits, explain, decode, validateReply: validateReply ?? row.validateReply };
    const record = new CallLog(log, clock, place, message);
    for (let retry = 0; ; retry++) {
      try {
        record.sent();
        const reply = await attempt(tools, { place, body, signal, deadlineMs: deadlineOf(row, deadlineMs) });
        const result = readReply(reply, id, place, rules);
        record.answered();
        return result;
      } catch (error) {
        record.failed(error);
        if (!(error instanceof LeagueError) || !error.retryable || retry >= retries) throw error;
      }
      await pause(row.retryPauseMs ?? pauseBefore(retry, backoff, random), place, signal);
    }
  }

  async function pause(ms: number, place: CallPlace, signal: AbortSignal | undefined): Promise<void> {
    try {
      await sleep(clock, ms, signal);
    } catch (reason) {
      throw new AbortedError(place, reason);
    }
  }

  return {
    call,

    async tryCall(url, row, message, callOptions) {
      try {
        return ok(await call(url, row, message, callOptions));
      } catch (error) {
        if (error instanceof LeagueError) return failed(error);
        throw error;
      }
    },

    async notify(url, row, message, { signal, deadlineMs } = {}) {
      const place = { method: row.name, url };
      const body = JSON.stringify({ jsonrpc: "2.0", method: row.name, params: message });
      const record = new CallLog(log, clock, place, message);
      try {
        record.sent();
        const { status } = await attempt(tools, {
          place,
          body,
          signal,
          deadlineMs: deadlineOf(row, deadlineMs),
        });
        if (status < 200 || status > 299) throw new HttpStatusError(place, status, "");
        record.answered();
      } catch (error) {
        record.failed(error);
        throw error;
      }
    },

    generateConversationId: (prefix) => generateConversationId(random, prefix),

    setDefaultDeadline(ms) {
      defaultDeadlineMs = ms;
    },
  };
}
