/** One call to a peer whose form is not known for sure, and what can be done to find it out. */
import type { Form, JsonObject } from "../wire/index.js";
import type { CallRow } from "./calls.js";
import type { Failure } from "./derive-form.js";
import type { Peer } from "./peer.js";
import type { PeerFormTable } from "./peer-form-table.js";
import type { PingAnswer } from "./ping-probe.js";

export interface Negotiation {
  readonly forms: PeerFormTable;
  readonly peer: Peer;
  readonly row: CallRow;
  readonly message: object;
  /** Whether the answer that came may be read in any form. */
  readonly lenient: boolean;
  /** Whether the call is worth trying in other forms at all. */
  readonly mayTryForms: boolean;
  /** The form that was tried; null is canonical. */
  readonly tried: Form | null;
  /** The reply that comes in a request of the peer's own; undefined where none can come so. */
  readonly answeredApart: (() => Promise<object | undefined>) | undefined;
  /** One more attempt in a form. */
  readonly attempt: (form: Form | null) => Promise<unknown>;
  /** Asks the peer something that changes nothing; asked once, the answer is remembered. */
  readonly ask: () => Promise<PingAnswer>;
  /** Whether the peer lists its tools or its methods; asked once. */
  readonly describesItself: () => Promise<boolean>;
  /** Opens a session with an MCP server; false if the peer is no MCP server, or needs no session. */
  readonly openSession: () => Promise<boolean>;
  /** The form of the order to play a match that a referee supports after this answer to another order. */
  readonly knownStart: (answer: unknown, asked: Form) => Promise<Form | undefined>;
  /** Whether a referee has refused the order with this error before it did anything. */
  readonly isRefusedOrder: (error: unknown, asked: Form) => Promise<boolean>;
  /** A form derived from the peer's descriptions of itself, if any. */
  readonly derive: (failures: readonly Failure[]) => Promise<Form | undefined>;
}

/** The body of the call in a form. */
export function bodyIn(form: Form, { row, message, peer }: Negotiation): unknown {
  return form.request(row.request, message as JsonObject, 1, peer.about);
}

export function requestText(form: Form, setting: Negotiation): string {
  return JSON.stringify(bodyIn(form, setting));
}
