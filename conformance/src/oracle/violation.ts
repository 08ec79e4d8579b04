/** The rules of the envelope oracle. Each kind is one rule, decided by one check over all messages of the run. */

export const VIOLATION_KINDS = {
  "http-status": "JSON-RPC answers, errors too, come with HTTP 200",
  "media-type": "JSON travels as application/json",
  "not-json": "a body is one JSON value",
  "duplicate-key": "no member appears twice in an object",
  "not-utf8": "the body is valid UTF-8",
  bom: "the body does not start with a byte order mark",
  "unsafe-integer": "no number is beyond what a double holds",
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
  "rejection-reasoned": "a rejection gives its reason in words",
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
