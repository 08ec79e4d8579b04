import { attempt } from "./attempt.js";
import { type CallingTools, noteOf, sendingOf } from "./calling.js";
import type { CallRow, NotifyOptions } from "./client.js";
import { HttpStatusError } from "./errors.js";
import { requestText } from "./request-text.js";

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
