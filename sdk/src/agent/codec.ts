/** The seam between what agents mean and how one wire form says it: handlers see canonical messages only. */
import type { MethodName } from "@league-v2/contract";

export interface WireCall {
  readonly method: string;
  readonly params: unknown;
}

/** A call of ours in the words of one wire form. */
export interface OutgoingCall {
  readonly method: string;
  readonly params: object;
}

/** One wire form. Codecs translate and never judge: validation happens on the canonical message. */
export interface Codec {
  readonly name: string;
  /** A request of ours as a peer of this form expects it. */
  encodeCall(method: MethodName, message: object): OutgoingCall;
  /** The canonical reply inside of such a peer's JSON-RPC result. */
  decodeReply(method: MethodName, result: unknown): unknown;
  /** The canonical call inside of what came in; null if it is not of this form. */
  decodeCall(call: WireCall): WireCall | null;
  /** A reply of ours as such a peer expects it in the JSON-RPC result. */
  encodeReply(method: string, reply: unknown): unknown;
}

/** IS and RA: the method of the documents, the message flat in `params` and in `result`. */
export const canonicalCodec: Codec = {
  name: "canonical",
  encodeCall: (method, message) => ({ method, params: message }),
  decodeReply: (_method, result) => result,
  decodeCall: (call) => call,
  encodeReply: (_method, reply) => reply,
};

/** Another agent, as far as a caller must know it. */
export interface Peer {
  readonly endpoint: string;
  /** The form it speaks; canonical where nothing else is known. */
  readonly codec?: Codec;
}
