/** Bodies of JSON-RPC, as plain scripts write them. */

export type Body = Record<string, unknown>;

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const isBody = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const bodyOf = (value: unknown): Body => (isBody(value) ? value : {});

export const rpcResult = (id: unknown, result: unknown): Reply => ({ body: { jsonrpc: "2.0", id, result } });

export const rpcError = (
  id: unknown,
  code: number,
  message: string,
  status = 200,
  data?: unknown,
): Reply => ({
  status,
  body: { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } },
});

/** The answer to a registration: in a result, in its payload, in the content of a tool, or as it is. */
export function acceptanceIn(answer: unknown): Body {
  const { result, ...bare } = bodyOf(answer);
  const { content, ...plain } = bodyOf(result) as { content?: [{ text: string }] };
  if (content !== undefined) return bodyOf(JSON.parse(content[0].text));
  return result === undefined ? bare : { ...plain, ...bodyOf((plain as Body).payload) };
}
