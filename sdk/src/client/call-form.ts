/** Writes a call for, and reads its answer from, a peer that does not use JSON-RPC as the contract does. */
export interface CallForm {
  /** The whole body. Without an id it is a notification. */
  write(id: number | undefined): unknown;
  /** The reply message in the parsed body of the answer; undefined if there is none. */
  read(body: unknown): unknown;
  /** Whether the answer must repeat the id of its request. */
  readonly keepsIds: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}
