/** The codes that JSON-RPC 2.0 (section 5.1) defines itself, with the wording of the specification. */
export const rpcErrors = {
  parseError: { code: -32700, message: "Parse error" },
  invalidRequest: { code: -32600, message: "Invalid Request" },
  methodNotFound: { code: -32601, message: "Method not found" },
  invalidParams: { code: -32602, message: "Invalid params" },
  internalError: { code: -32603, message: "Internal error" },
} as const;

/** An error that a method throws to send it unchanged as the JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  /** Left out of the answer when undefined. */
  readonly data: unknown;

  constructor({ code, message }: { readonly code: number; readonly message: string }, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
