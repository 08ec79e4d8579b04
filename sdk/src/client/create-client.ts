import { readRefused } from "../json/read-message.js";
import { calling, generateConversationId, notifying } from "./calling.js";
import type { CallOptions, CallRow, Client, ClientOptions } from "./client.js";
import { LeagueError } from "./errors.js";

/** A client for any method of the table (IS 5, MCPClientInterface; its `initialize` is this function). */
export function createClient(options: ClientOptions): Client {
  let defaultDeadlineMs = options.defaultDeadlineMs ?? null;
  const tools = {
    ...options,
    readRefused,
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
        return { ok: true, value: await call(url, row, message, callOptions) };
      } catch (error) {
        if (error instanceof LeagueError) return { ok: false, error };
        throw error;
      }
    },

    notify: notifying(tools),

    generateConversationId: (prefix) => generateConversationId(options.random, prefix),

    setDefaultDeadline(ms) {
      defaultDeadlineMs = ms;
    },
  };
}
