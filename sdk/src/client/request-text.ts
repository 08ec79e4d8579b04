/** The text of JSON-RPC requests and notifications. */

/** Texts of frozen messages. */
const written = new WeakMap<object, string>();

/**
 * A request, or without an id a notification. The text of a frozen message is kept: freezing one is the promise that
 * nothing in it changes any more, and spares writing it again for each of its many readers.
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
