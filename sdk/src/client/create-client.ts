import { sleep } from "../doors/clock.js";
import { readMessage } from "../json/read-message.js";
import { type AttemptTools, attempt } from "./attempt.js";
import { pauseBefore } from "./backoff.js";
import { CallLog } from "./call-log.js";
import type { CallOptions, CallRow, Client, ClientOptions } from "./client.js";
import { generateConversationId } from "./conversation-id.js";
import {
  AbortedError,
  BadJsonError,
  type CallPlace,
  HttpStatusError,
  LeagueError,
  ProtocolFault,
} from "./errors.js";
import { explainPlainly } from "./explain-plainly.js";
import { type ReplyReading, readReply } from "./read-reply.js";
import { requestText } from "./request-text.js";
import { failed, ok } from "./result.js";

/** A client for any method of the table (IS 5, MCPClientInterface; its `initialize` is this function). */
export function createClient(options: ClientOptions): Client {
  return buildClient({ explain: explainPlainly, readAgain: readMessage, ...options });
}

/** `createClient` with nothing left to a default that a bundle would carry. */
export function buildClient(options: ClientOptions & ReplyReading): Client {
  const { clock, random, backoff, limits, log, explain, readAgain } = options;
  const tools: AttemptTools = options;
  let defaultDeadlineMs = options.defaultDeadlineMs ?? null;
  let lastId = 0;

  const deadlineOf = (row: CallRow, own: number | undefined): number =>
    own ?? row.deadlineMs ?? defaultDeadlineMs ?? Number.POSITIVE_INFINITY;

  async function call<Reply>(
    url: string,
    row: CallRow<Reply>,
    message: object,
    {
      signal,
      deadlineMs,
      retries = row.retries,
      retryGarbled = false,
      decode,
      validateReply,
      headers,
      failureLevel,
      form,
    }: CallOptions<Reply> = {},
  ): Promise<Reply> {
    const place = { method: row.name, url };
    const id = ++lastId;
    const body = form === undefined ? requestText(row.name, message, id) : JSON.stringify(form.write(id));
    const rules = {
      limits,
      explain,
      readAgain,
      decode,
      form,
      validateReply: validateReply ?? row.validateReply,
    };
    const record = new CallLog(log, clock, place, message, failureLevel);
    for (let retry = 0; ; retry++) {
      try {
        record.sent();
        const wait = {
          signal,
          deadlineMs: deadlineOf(row, deadlineMs),
          headers: both(headers, form?.headers),
        };
        const reply = await attempt(tools, { place, body, ...wait });
        const read = readReply(reply, id, place, rules);
        const result = read instanceof Promise ? await read : read;
        record.answered();
        return result;
      } catch (error) {
        record.failed(error);
        const isWorthwhile =
          error instanceof LeagueError && (error.retryable || (retryGarbled && isGarbled(error)));
        if (!isWorthwhile || retry >= retries) throw error;
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

    async notify(url, row, message, { signal, deadlineMs, headers, form } = {}) {
      const place = { method: row.name, url };
      const body =
        form === undefined ? requestText(row.name, message) : JSON.stringify(form.write(undefined));
      const record = new CallLog(log, clock, place, message);
      try {
        record.sent();
        const { status } = await attempt(tools, {
          place,
          body,
          signal,
          deadlineMs: deadlineOf(row, deadlineMs),
          headers: both(headers, form?.headers),
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

type Headers = Readonly<Record<string, string>> | undefined;

function both(one: Headers, other: Headers): Headers {
  return one === undefined || other === undefined ? (one ?? other) : { ...one, ...other };
}

/** No answer in the sense of JSON-RPC; one whose message is wrong is an answer. */
function isGarbled(error: LeagueError): boolean {
  return error instanceof BadJsonError || (error instanceof ProtocolFault && error.violations.length === 0);
}
