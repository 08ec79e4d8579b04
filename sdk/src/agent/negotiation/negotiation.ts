/** One failed call to a peer of an uncertain form, and the operations that can determine the form. */
import type { Form, JsonObject } from "../../wire/index.js";
import type { CallRow } from "../peers/calls.js";
import type { Peer } from "../peers/peer.js";
import type { PeerFormTable } from "../peers/peer-form-table.js";
import type { Failure } from "./derive-form.js";
import type { PingAnswer } from "./ping-probe.js";

export interface Negotiation {
  readonly forms: PeerFormTable;
  readonly peer: Peer;
  readonly row: CallRow;
  readonly message: object;
  /** Whether the received answer may be read in any form. */
  readonly lenient: boolean;
  /** Whether the call may be repeated in other forms. */
  readonly mayTryForms: boolean;
  /** The form that was tried; null is canonical. */
  readonly tried: Form | null;
  /** Resolves with the reply that the peer sends as a request; undefined for calls without such a reply. */
  readonly pushedReply: (() => Promise<object | undefined>) | undefined;
  /** One more attempt in a form. */
  readonly attempt: (form: Form | null) => Promise<unknown>;
  /** Sends one ping without an effect; the answer is cached. */
  readonly ask: () => Promise<PingAnswer>;
  /** Whether the peer lists its tools or its methods; cached. */
  readonly describesItself: () => Promise<boolean>;
  /** Opens a session with an MCP server; false if the peer is no MCP server, or needs no session. */
  readonly openSession: () => Promise<boolean>;
  /** The form of the supported order, after this answer to another order. */
  readonly probeMatchStart: (answer: unknown, asked: Form) => Promise<Form | undefined>;
  /** Whether a referee refused the order, or the announcement, with this error before any effect. */
  readonly isRefusedOrder: (error: unknown, asked: Form) => Promise<boolean>;
  /** A form derived from the peer's descriptions and these failures, if any; nothing is posted to a peer without an endpoint. */
  readonly derive: (failures: readonly Failure[], hasNoEndpoint: boolean) => Promise<Form | undefined>;
}

/** The body of the call in a form. */
export function bodyIn(form: Form, { row, message, peer }: Negotiation): unknown {
  return form.request(row.request, message as JsonObject, 1, peer.about);
}

/** The text that distinguishes a call from those in other forms: its path, its spelling and its body. */
export function requestText(form: Form, setting: Negotiation): string {
  const { row, message, peer } = setting;
  const path = form.pathOf(row.request, { ...message }, peer.about);
  return JSON.stringify([path, form.profile.spelling, bodyIn(form, setting)]);
}
