/**
 * A wire profile: how one family of agents writes the messages of league.v2. It is data, so that an agent which
 * speaks a little differently costs a small file and not a change of the suite. See docs/wire-profiles.md.
 */

/** Where the message stands in the request. */
export type RequestShape = "params" | "message" | "tools_call" | "bare";

/** Where the answering message stands in the HTTP reply. */
export type ReplyShape = "result" | "content_text" | "request_body" | "bare";

/** How a message gets its method (or tool) name, unless its own rules name one. */
export type MethodRule = "contract" | "message_type" | "message_type_lower" | { always: string };

/** `[canonical value, value on the wire]`. Sent: the first pair whose left side fits. Received: the first whose right side does. */
export type ValuePair = readonly [canonical: unknown, wire: unknown];

export interface MessageRules {
  /** Name of the method or tool. */
  method?: string;
  /** The message_type on the wire, where it differs. */
  message_type?: string;
  /** All members that are not of the envelope stand inside this member. */
  nest?: string;
  /** Top-level members under another name: `{parity_choice: choice}`. */
  rename?: Readonly<Record<string, string>>;
  /** Members at another place; JSON Pointers, with `{variables}` in them. */
  move?: readonly { from: string; to: string }[];
  /** Other values, by canonical pointer. */
  values?: Readonly<Record<string, readonly ValuePair[]>>;
  /** Members that the wire has besides, by wire pointer; a string `$name` is a variable. */
  add?: Readonly<Record<string, unknown>>;
  /** Canonical members that the wire does not have. */
  omit?: readonly string[];
  /** What the wire leaves unsaid, by canonical pointer; `$name` is a variable. Filled in only when absent. */
  fill?: Readonly<Record<string, unknown>>;
}

export interface WireProfile {
  name: string;
  title: string;
  description: string;
  /** Another profile that this one changes. */
  extends?: string;
  request: RequestShape;
  reply: ReplyShape;
  /** Path of the endpoint. */
  path: string;
  method: MethodRule;
  /** `player:P01` or `P01`. */
  sender: "typed" | "bare";
  conversation: "text" | "uuid";
  /** What makes a referee start a match. */
  match_start: "run_match" | "announcement";
  /** Rules for every message, applied before its own. */
  envelope: MessageRules;
  messages: Readonly<Record<string, MessageRules>>;
}

/** What pointers and added values may refer to: `player_a`, `player_b`, `recipient`, and every top-level member of the message. */
export type Variables = Readonly<Record<string, unknown>>;

/** The members that belong to the envelope and are never nested. */
export const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([
  "protocol",
  "message_type",
  "sender",
  "timestamp",
  "conversation_id",
  "auth_token",
]);
