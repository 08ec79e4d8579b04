import { notesFor } from "./call-entry.js";
import { calling, type ReadReply } from "./calling.js";
import type { CallOptions, CallRow, Client, ClientOptions } from "./client.js";
import { generateConversationId } from "./conversation-id.js";
import { LeagueError } from "./errors.js";
import { explainPlainly } from "./explain-plainly.js";
import { notifying } from "./notifying.js";
import { readReply } from "./read-reply.js";
import { failed, ok } from "./result.js";

/** A client for any method of the table (IS 5, MCPClientInterface; its `initialize` is this function). */
export function createClient({ explain = explainPlainly, ...options }: ClientOptions): Client {
  const { random, log } = options;
  let defaultDeadlineMs = options.defaultDeadlineMs ?? null;
  const read: ReadReply = (reply, id, place, rules) => readReply(reply, id, place, { ...rules, explain });
  const tools = {
    ...options,
    read,
    note: log && notesFor(log),
    defaultDeadlineMs: () => defaultDeadlineMs ?? Number.POSITIVE_INFINITY,
  };
  const call = calling(tools);
  return {
    call,

    async tryCall<Reply>(
      url: string,
      row: CallRow<Reply>,
      message: object,
      callOptions?: CallOptions<Reply>,
    ) {
      try {
        return ok(await call(url, row, message, callOptions));
      } catch (error) {
        if (error instanceof LeagueError) return failed(error);
        throw error;
      }
    },

    notify: notifying(tools),

    generateConversationId: (prefix) => generateConversationId(random, prefix),

    setDefaultDeadline(ms) {
      defaultDeadlineMs = ms;
    },
  };
}
