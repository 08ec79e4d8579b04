/** The text of JSON-RPC requests and notifications. */

/** Texts of frozen messages. */
const written = new WeakMap<object, string>();

/**
 * A request, or without an id a notification. The text of a frozen message is cached: it
 * cannot change, and is sent to many recipients.
 */
export function requestText(method: string, message: object, id?: number): string {
  const head = `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${paramsText(message)}`;
  return id === undefined ? `${head}}` : `${head},"id":${id}}`;
}

function paramsText(message: object): string {
  if (!Object.isFrozen(message)) return JSON.stringify(message);
  const known = written.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(message);
  written.set(message, text);
  return text;
}
