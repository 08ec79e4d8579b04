/** The text of a JSON-RPC request, or without an id of a notification. */
export function requestText(method: string, message: object, id?: number): string {
  const head = `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(message)}`;
  return id === undefined ? `${head}}` : `${head},"id":${id}}`;
}
