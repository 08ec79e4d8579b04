import { attempt } from "./attempt.js";
import { type CallingTools, sendingOf } from "./calling.js";
import type { CallRow, NotifyOptions } from "./client.js";
import { HttpStatusError } from "./errors.js";
import { requestText } from "./request-text.js";

/** `Client.notify`: sends a notification in one attempt. */
export function notifying(tools: CallingTools) {
  return async (url: string, row: CallRow, message: object, options: NotifyOptions = {}): Promise<void> => {
    const { form } = options;
    const place = { method: row.name, url };
    const body = form === undefined ? requestText(row.name, message) : JSON.stringify(form.write(undefined));
    const { clock } = tools;
    const sentAt = clock.now();
    try {
      tools.note?.({ place, message, level: "debug", what: "sent" });
      const { status } = await attempt(tools, sendingOf(tools, row, options, place, body));
      if (status < 200 || status > 299) throw new HttpStatusError(place, status, "");
      tools.note?.({ place, message, level: "debug", what: `answered after ${clock.now() - sentAt} ms` });
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      tools.note?.({ place, message, level: "warn", what });
      throw error;
    }
  };
}
