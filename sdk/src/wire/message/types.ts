/**
 * A wire profile: how one family of agents writes the messages of league.v2. It is data, so that an agent with
 * small differences needs a small file and not a change of code. See docs/forms.md.
 */

export type JsonObject = Record<string, unknown>;

/** The place of the message in the request. */
export type RequestShape = "params" | "message" | "tools_call" | "bare";

/** The place of the message in the HTTP response. */
export type ReplyShape = "result" | "content_text" | "request_body" | "bare";

/** The rule for method or tool names; the rules of a message may name another one. */
export type MethodRule = "contract" | "message_type" | "message_type_lower" | { readonly always: string };

/**
 * `[canonical value, value on the wire]`. Sent: the first pair whose left side fits. Received: the first whose right
 * side does; texts are then compared without regard to case, if none fits exactly.
 */
export type ValuePair = readonly [canonical: unknown, wire: unknown];

/** How a time is written: `12:00:00.000Z`, `12:00:00Z`, `12:00:00.000+00:00`, `12:00:00+00:00`, Unix seconds, Unix ms. */
export type TimeStyle = "fraction" | "seconds" | "offset" | "offset_seconds" | "unix" | "unix_ms";

/** How the messages of one type differ on the wire. */
export interface MessageRules {
  /** Name of the method or tool. */
  readonly method?: string;
  /** Path of the address for this message alone, with `{variables}` in it: `/matches/{match_id}/choice`. */
  readonly path?: string;
  /** The message_type on the wire, where it differs. */
  readonly message_type?: string;
  /** Of RUN_MATCH: the players are also written, and read, under all usual names. */
  readonly all_names?: true;
  /** All members that are not of the envelope stand inside this member. */
  readonly nest?: string;
  /** Members that stay outside of `nest`: `["match_id", "league_id"]`. */
  readonly beside?: readonly string[];
  /** Top-level members under another name: `{parity_choice: choice}`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Members at another place; JSON Pointers, with `{variables}` in them. */
  readonly move?: readonly { readonly from: string; readonly to: string }[];
  /**
   * Other places where a member is read when it is absent from its own, by canonical pointer, the likeliest first. A
   * value that is not in the member's `values` is skipped.
   */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Other values, by canonical pointer. */
  readonly values?: Readonly<Record<string, readonly ValuePair[]>>;
  /** Formats of values on the wire, by canonical pointer: `{"/opponent_id": "number"}`. See `value-format.ts`. */
  readonly formats?: Readonly<Record<string, string>>;
  /** Wire values for members that are absent or null in the canonical message, by canonical pointer: `{"/auth_token": ""}`. */
  readonly blank?: Readonly<Record<string, unknown>>;
  /** Additional members on the wire, by wire pointer; a string `$name` is a variable. */
  readonly add?: Readonly<Record<string, unknown>>;
  /** Members that the wire does not have: canonical ones, and those that the extended form adds. */
  readonly omit?: readonly string[];
  /** Canonical members whose value on the wire is ignored, as if it were absent. */
  readonly ignore?: readonly string[];
  /** Defaults for members that are absent on the wire, by canonical pointer; `$name` is a variable. */
  readonly fill?: Readonly<Record<string, unknown>>;
}

/** The names of the two objects of a message: that of its envelope, and that of its other members. */
export interface SplitRule {
  readonly envelope: string;
  readonly payload: string;
}

/** The spelling of names, where it is not the contract's. */
export interface Spelling {
  /** `matchId` for `match_id`. */
  readonly members: "camel" | "kebab" | "pascal";
  /** Where times have another style than the contract's. */
  readonly times?: TimeStyle;
}

/** A form with every default filled in. */
export interface WireProfile {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Another profile that this one changes. */
  readonly extends?: string;
  readonly request: RequestShape;
  readonly reply: ReplyShape;
  /** Path of the endpoint. */
  readonly path: string;
  readonly method: MethodRule;
  /** `player:P01` or `P01`. */
  readonly sender: "typed" | "bare";
  readonly conversation: "text" | "uuid";
  /** How times are written. Default: as they are, RFC 3339 with a fraction and `Z`. */
  readonly times?: TimeStyle;
  /** Names of members and types, in calls and answers. */
  readonly spelling?: Spelling;
  /** The message stands inside this member of the params, or of the arguments of a tool. */
  readonly wrap?: string;
  /** The envelope and the other members are in two objects, in requests and answers. */
  readonly split?: SplitRule;
  /** The event that starts a match at a referee: a call answered at once, one answered after the match, or the announcement. */
  readonly match_start: "run_match" | "blocking" | "announcement";
  /** Whether messages after the registration must carry the auth_token. Default: required. */
  readonly tokens?: "required" | "optional";
  /** Whether a missed join or choice is asked for again. Default: again, as in the contract. */
  readonly asks?: "again" | "once";
  /** The JSON-RPC id of an answer: its request's, always 1, or anything. Default: same. */
  readonly ids?: "same" | "one" | "any";
  /**
   * Accepted answers: whole messages only, or also incomplete ones (`{"status": "ACK"}`, no envelope, the choice under
   * another name). Default: messages.
   */
  readonly answers?: "messages" | "any";
  /** The form of an error reply: a JSON-RPC error, a tool result with isError, or `{"status": "error"}`. Default: by the reply. */
  readonly errors?: "jsonrpc" | "tool" | "status";
  /** Rules for every message, applied before its own. */
  readonly envelope: MessageRules;
  /** Rules for every answering message, applied after those of the envelope and before its own. */
  readonly replies?: MessageRules;
  readonly messages: Readonly<Record<string, MessageRules>>;
}

/** A profile in a file: with `extends`, omitted members come from the other one. */
export type ProfileDocument = Pick<WireProfile, "name" | "title" | "description"> & Partial<WireProfile>;

/**
 * Variables for pointers and added values: `player_a`, `player_b`, `recipient`, `now`, `conversation`,
 * `winner_or_draw`, and every top-level member of the message.
 */
export type Variables = Readonly<Record<string, unknown>>;

/** The envelope members of every message. */
export const COMMON_ENVELOPE = [
  "protocol",
  "message_type",
  "sender",
  "timestamp",
  "conversation_id",
] as const;

/** The members that belong to the envelope and are never nested. */
export const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([...COMMON_ENVELOPE, "auth_token"]);
