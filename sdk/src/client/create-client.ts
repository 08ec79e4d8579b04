import { sleep } from "../platform/clock.js";
import type { IncomingReply } from "../platform/transport.js";
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
import { plainReply } from "./plain-reply.js";
import { type ReplyRules, readReply } from "./read-reply.js";
import { requestText } from "./request-text.js";
import { failed, ok } from "./result.js";

/** Reads an answer that is not plain: `readReply` with an explanation, or the same loaded when it is first needed. */
export type ReadReply = <Reply>(
  reply: IncomingReply,
  id: number,
  place: CallPlace,
  rules: Omit<ReplyRules<Reply>, "explain">,
) => Reply | Promise<Reply>;

/** A client for any method of the table (IS 5, MCPClientInterface; its `initialize` is this function). */
export function createClient({ explain = explainPlainly, ...options }: ClientOptions): Client {
  return createClientReading(
    (reply, id, place, rules) => readReply(reply, id, place, { ...rules, explain }),
    options,
  );
}

/** `createClient` with a reader of its own for answers that are not plain. */
export function createClientReading(read: ReadReply, options: Omit<ClientOptions, "explain">): Client {
  const { clock, random, backoff, limits, log } = options;
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
    const validate = validateReply ?? row.validateReply;
    const isForeign = form !== undefined || decode !== undefined;
    const rules = { limits, decode, form, validateReply: validate };
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
        const plain = isForeign ? undefined : plainReply(reply, id, limits, validate);
        const message = plain === undefined ? await read(reply, id, place, rules) : plain.message;
        record.answered();
        return message;
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
