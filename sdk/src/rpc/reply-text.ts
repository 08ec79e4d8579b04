import type { IdText } from "./read-request.js";

/** The text of a JSON-RPC response with a result. Throws what `JSON.stringify` throws. */
export function resultText(id: IdText, result: unknown): string {
  return `{"jsonrpc":"2.0","result":${JSON.stringify(result) ?? "null"},"id":${id}}`;
}

/** The text of a JSON-RPC response with an error; `data` is left out if undefined. */
export function errorText(id: IdText, error: { code: number; message: string; data?: unknown }): string {
  const { code, message, data } = error;
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}
