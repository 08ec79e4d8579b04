/** The oracle's record of one run: how often each rule was applied, and where it was broken. */
import { textOfBytes } from "../json.js";
import type { Transcript } from "../transcript.js";

export interface RecordedViolation extends Violation {
  /** The check during which it happened. */
  during: string;
  /** The kind of message: "the answer to GAME_INVITATION". */
  where: string;
  excerpt: string;
  /** The body, and the transcript that it is in. */
  raw: object;
  transcript: Transcript;
}

/** The rules that could be applied to one body, and where it broke them. */
export interface Inspection {
  rules: readonly ViolationKind[];
  violations: readonly Violation[];
}

/** A body that was inspected. */
export interface Inspected {
  raw: object;
  body: Uint8Array;
  where: string;
  /** What records it, and for which check. */
  recorder: { check: string; transcript: Transcript };
}

const KEPT_PER_KIND = 20;

/** A share below 1: some messages may be correct by chance, or come from another part of the agent's program. */
const ALMOST_ALL = 0.9;

export class ViolationLog {
  private readonly looked = new Map<ViolationKind, number>();
  /** The number of bodies that broke the rule, and the kinds of their messages. */
  private readonly broken = new Map<ViolationKind, { bodies: number; where: Set<string> }>();
  private readonly entries = new Map<ViolationKind, RecordedViolation[]>();

  record({ rules, violations }: Inspection, { raw, body, where, recorder }: Inspected): void {
    for (const rule of rules) this.looked.set(rule, (this.looked.get(rule) ?? 0) + 1);
    for (const kind of new Set(violations.map((violation) => violation.kind))) {
      const { bodies = 0, where: places = new Set<string>() } = this.broken.get(kind) ?? {};
      this.broken.set(kind, { bodies: bodies + 1, where: places.add(where) });
    }
    for (const violation of violations) {
      const list = this.entries.get(violation.kind) ?? [];
      const alike = list.filter((one) => one.isWithoutEnvelope === violation.isWithoutEnvelope);
      if (alike.length < KEPT_PER_KIND)
        list.push({
          ...violation,
          where,
          during: recorder.check,
          excerpt: textOfBytes(body, 600),
          raw,
          transcript: recorder.transcript,
        });
      this.entries.set(violation.kind, list);
    }
  }

  /** How many bodies this rule was applied to. */
  count(kind: ViolationKind): number {
    return this.looked.get(kind) ?? 0;
  }

  /**
   * Whether almost every body broke this rule, so that it is no fault of a single message. If only some bodies can
   * break it, `among` is a rule that is applied to exactly those.
   */
  isBrokenEverywhere(kind: ViolationKind, among = kind): boolean {
    const { bodies = 0, where = new Set() } = this.broken.get(kind) ?? {};
    return where.size > 1 && bodies >= ALMOST_ALL * this.count(among);
  }

  violations(kind: ViolationKind): readonly RecordedViolation[] {
    return this.entries.get(kind) ?? [];
  }
}

/** The rules of the envelope oracle. Each kind is one rule, decided by one check over all messages of the run. */
export const VIOLATION_KINDS = {
  "http-status": "JSON-RPC answers, errors too, come with HTTP 200",
  "media-type": "JSON travels as application/json",
  "not-json": "a body is one JSON value",
  "duplicate-key": "no member appears twice in an object",
  "not-utf8": "the body is valid UTF-8",
  bom: "the body does not start with a byte order mark",
  "jsonrpc-version": 'the member jsonrpc is "2.0"',
  "result-xor-error": "an answer has exactly one of result and error, not even null for the other",
  "id-echoed": "the id comes back equal in type and value",
  "error-code": "an error code is an integer, and none of those that JSON-RPC keeps for itself",
  "error-message": "an error message is a text",
  "notification-answered": "a notification gets no response",
  "call-form":
    "a call is a POST of application/json whose body is a JSON-RPC 2.0 request with params by name",
  "open-ids": "the ids of open requests to one peer differ from each other",
  protocol: 'protocol is "league.v2" and message_type is the message\'s own',
  "sender-id": "after its registration an agent names itself by its id in sender",
  "sender-typed": "sender is league_manager, referee:ID or player:ID",
  timestamp: "timestamp is the present time in UTC, in a form of ISO 8601",
  "timestamp-rfc3339": "timestamp is in the form of RFC 3339",
  "conversation-id": "conversation_id is a non-empty text",
  "conversation-copied": "an answer carries the conversation_id of the message that it answers",
  "join-named": "a join names the match of its invitation, and the player itself",
  "choice-named": "a choice names the match of its call, and the player itself",
  "join-timed": "a join has its time in arrival_timestamp, the present one",
  "choice-parity": 'parity_choice is exactly "even" or "odd"',
  "acknowledgement-named":
    "an acknowledgement bears the name of its message, and names no other match or round",
  "order-named": "the answer to RUN_MATCH has its match_id",
  "order-acknowledged": "the answer to RUN_MATCH is RUN_MATCH_ACK with the status acknowledged",
  "announcement-acknowledged":
    "the answer to an announcement of a round, or of the end, is the acknowledgement of that message",
  "report-named": "the answer to a report is MATCH_RESULT_ACK with its match_id and the status recorded",
  "standings-answered": "the answer to GET_STANDINGS of a player holds the standings",
  "rows-of-answers": "played in a row of an answer to a query is the sum of its wins, draws and losses",
  "registration-identity": "a registration that is repeated has the name and the endpoint of the first",
  "registration-details":
    "a registration that is repeated has the version, the games and the capacity of the first",
  "auth-token": "a message after the registration carries the agent's auth_token",
  leak: "an answer shows nothing of the agent's inside: no stack trace, no path of a file, no exception's text",
} as const;

export type ViolationKind = keyof typeof VIOLATION_KINDS;

export interface Violation {
  kind: ViolationKind;
  /** Where in the body. */
  pointer: string;
  text: string;
  /** The message has no envelope at all: some wire forms have none. */
  isWithoutEnvelope?: true;
  /** The answer is an error that means an unreadable request. */
  isParseError?: true;
}
