/**
 * Rules over every message of the run, and over every answer of one kind. The oracle has judged each message when it came; a rule
 * looks at what the oracle has found.
 */
import type { FixtureBase } from "../fixtures/base.js";
import { type RecordedViolation, VIOLATION_KINDS, type ViolationKind } from "../oracle/violation-log.js";
import { LEAGUE_FORMS, type WireProfile } from "../profiles/codec.js";
import { type Rule, rule, type WholeRun } from "../rules/rule.js";
import type { Check, Role } from "../types.js";
import { onBehalfOf } from "../verdict.js";
import { REPORT_ACCEPTED } from "./manager/helpers/league-progress.js";
import { NO_RPC } from "./transport/helpers/json-rpc.js";

interface Row extends Pick<Check<FixtureBase>, "id" | "title"> {
  /** The oracle's rules, with their clauses. */
  rules: readonly (readonly [rule: ViolationKind, clause: string])[];
  /** Another clause that it decides. */
  also?: string;
  /** The clause of a violation, where it is another one. Those of the row's own clause are shown first. */
  clauseOf?(violation: RecordedViolation, role: Role | undefined): string | undefined;
  /** Which violations count; default: all. */
  counts?(violation: RecordedViolation): boolean;
  /** If almost every message among those of this rule breaks it, the violation is one of the whole agent. */
  among?: ViolationKind;
  only?: { role: Role; why: string };
  /** Of answers of one kind: why the check is not exercised in a run without one, and the clauses that are broken then. */
  none?: NonNullable<Rule<unknown, unknown>["none"]>;
  /** No clause requires such an answer in every run. */
  isOptional?: true;
}

function repeatsItself(role: Role, identity: string, details: string, repetition: string): Row {
  return {
    id: `${role}/registration/repeats-itself`,
    title: "repeats its registration with the same name, endpoint and details",
    rules: [
      ["registration-identity", identity],
      ["registration-details", details],
    ],
    none: [`the ${role} has repeated no registration`, [identity, repetition]],
    isOptional: true,
  };
}

const ROWS: readonly Row[] = [
  {
    id: "player/acknowledgement/names-throughout",
    title: "names no other message, match or round in any acknowledgement of the run",
    rules: [["acknowledgement-named", "PLY-ACK-04"]],
    none: ["the player acknowledged nothing", ["PLY-ACK-01", "PLY-ACK-02"]],
  },
  {
    id: "player/choice/names-throughout",
    title: "names its match and itself in each join and each choice of the run, its time and a parity",
    rules: [
      ["join-named", "PLY-JOIN-04"],
      ["choice-named", "PLY-CHOICE-06"],
      ["join-timed", "PLY-JOIN-02"],
      ["choice-parity", "PLY-CHOICE-02"],
    ],
    none: ["the player answered no invitation", ["PLY-JOIN-01"]],
  },
  repeatsItself("player", "PLY-REG-01", "PLY-REG-02", "PLY-REG-04"),
  repeatsItself("referee", "REF-REG-01", "REF-REG-02", "REF-REG-03"),
  {
    id: "referee/assignment/answers-throughout",
    title: "names the match in every answer to RUN_MATCH, which is RUN_MATCH_ACK, acknowledged",
    rules: [
      ["order-named", "REF-RUN-02"],
      ["order-acknowledged", "REF-RUN-03"],
    ],
    none: ["the referee has answered no RUN_MATCH", ["REF-RUN-01", "REF-RUN-02"]],
    isOptional: true,
  },
  {
    id: "referee/life/acknowledges-throughout",
    title: "acknowledges every announcement of the run, and its end, by a message of the contract",
    rules: [["announcement-acknowledged", "REF-END-03"]],
    none: ["the referee has answered no announcement", ["REF-END-03"]],
    isOptional: true,
  },
  {
    id: "manager/results/names-throughout",
    title: "acknowledges every report of the run with MATCH_RESULT_ACK, its match_id and the status recorded",
    rules: [["report-named", "LM-RES-10"]],
    none: ["no report was answered with a message", REPORT_ACCEPTED],
  },
  {
    id: "manager/queries/sums-throughout",
    title:
      "answers every GET_STANDINGS of a player with standings, and counts as played the wins, draws and losses of each row",
    rules: [
      ["standings-answered", "LM-QRY-01"],
      ["rows-of-answers", "LM-TAB-04"],
    ],
    none: ["no query was answered with standings", ["LM-QRY-01"]],
  },
  /** A join or a choice without it does not count for a referee that checks tokens. */
  {
    id: "transport/envelope/own-token",
    title: "puts its assigned token into every join and every choice",
    rules: [["auth-token", "PLY-REG-08"]],
    only: { role: "player", why: "only the replies of players bear tokens that others need" },
    counts: ({ where }) => where.startsWith("the answer to"),
    none: ["the player has sent no join and no choice", ["PLY-JOIN-01"]],
  },
  {
    id: "transport/envelope/conversation",
    title: "copies the conversation_id of a message into its reply",
    rules: [["conversation-copied", "TRN-ENV-06"]],
    // A MUST requires it of joins, and of choices where the call is in the conversation of its match.
    clauseOf({ where, during }, role) {
      if (role !== "player") return undefined;
      if (where === "the answer to GAME_INVITATION") return "PLY-JOIN-03";
      const isOfMatch = during !== "player/choice/follows-the-conversation";
      return isOfMatch && where === "the answer to CHOOSE_PARITY_CALL" ? "PLY-CHOICE-05" : undefined;
    },
  },
  {
    id: "transport/envelope/protocol",
    title: "puts protocol, its message_type and a conversation_id into every message",
    rules: [
      ["protocol", "TRN-ENV-01"],
      ["conversation-id", "TRN-ENV-01"],
    ],
  },
  {
    id: "transport/envelope/sender-form",
    title: "writes senders as role:id",
    rules: [["sender-typed", "TRN-ENV-03"]],
  },
  {
    id: "transport/envelope/sender",
    title: "names itself as the sender by the id that it was given",
    rules: [["sender-id", "TRN-ENV-02"]],
  },
  {
    id: "transport/envelope/timestamp-form",
    title: "writes every timestamp in the format of RFC 3339",
    rules: [["timestamp-rfc3339", "TRN-ENV-05"]],
  },
  {
    id: "transport/envelope/timestamp",
    title: "stamps every message with the time of its sending, in UTC",
    rules: [["timestamp", "TRN-ENV-04"]],
  },
  {
    id: "transport/error/form",
    title: "gives each error an integer code that it may use, and a message",
    rules: [
      ["error-code", "TRN-ERR-02"],
      ["error-message", "TRN-ERR-02"],
    ],
  },
  {
    id: "transport/http/status-and-type",
    title: "sends JSON-RPC responses, errors too, with the status 200 and the content type application/json",
    rules: [
      ["http-status", "TRN-HTTP-01"],
      ["media-type", "TRN-HTTP-01"],
    ],
  },
  {
    id: "transport/id/in-every-answer",
    title: "returns ids as they came, for every method",
    rules: [["id-echoed", "TRN-ID-01"]],
    also: "TRN-ID-03",
    clauseOf: ({ isParseError }) => (isParseError ? "TRN-ID-03" : "TRN-ID-01"),
  },
  {
    id: "transport/json/clean-answers",
    title: "answers in UTF-8 without a byte order mark, and names no member twice",
    rules: [
      ["duplicate-key", "TRN-JSON-03"],
      ["not-utf8", "TRN-JSON-03"],
      ["bom", "TRN-JSON-03"],
    ],
  },
  {
    id: "transport/json/one-text",
    title: "answers with one JSON text and nothing else",
    rules: [["not-json", "TRN-JSON-01"]],
  },
  {
    id: "transport/notification/never-answered",
    title: "answers none of the notifications that it is sent during the run, such as GAME_ERROR",
    rules: [["notification-answered", "TRN-NTF-01"]],
  },
  {
    id: "transport/outgoing/form",
    title: "makes its calls as JSON-RPC 2.0 requests, by POST of application/json",
    rules: [["call-form", "TRN-OUT-01"]],
  },
  {
    id: "transport/outgoing/open-ids",
    title: "gives the requests that it has open with one peer different ids",
    rules: [["open-ids", "TRN-OUT-02"]],
  },
  {
    id: "transport/response/result-or-error",
    title: "puts exactly one of result and error into every response",
    rules: [["result-xor-error", "TRN-RPC-03"]],
  },
  {
    id: "transport/response/says-2-0",
    title: 'puts `jsonrpc: "2.0"` into every response',
    rules: [["jsonrpc-version", "TRN-RPC-02"]],
  },
  {
    id: "transport/robustness/tells-nothing",
    title: "shows no stack trace, no path and no exception in its answers",
    rules: [["leak", "TRN-SAFE-02"]],
    among: "error-code",
  },
];

/** In the checks of the transport the agent may have any role. */
type OfAnyRole = FixtureBase & { role?: Role };

/** What the oracle has found by one of its rules. */
interface Findings {
  kind: ViolationKind;
  clause: string;
  /** How many messages the rule applied to. */
  count: number;
  /** The first message that broke it, of those that count, and how many more there are. */
  first: RecordedViolation | undefined;
  more: number;
  /** It was broken, but only by messages without an envelope, in a form that has none. */
  isFormal: boolean;
  /** Almost every message of the agent broke it. */
  isEverywhere: boolean;
}

export function messageRule(row: Row): Check<OfAnyRole> {
  const { id, title, rules, also } = row;
  const clauses = rules.map(([, clause]) => clause);
  return rule({
    id,
    title,
    decides: [...new Set(also === undefined ? clauses : [...clauses, also])],
    over: messagesOf(row),
    judge({ kind, clause, first, more, isFormal, isEverywhere }, { expect, notApplicable }) {
      if (isFormal) notApplicable(NO_ENVELOPE);
      const others = more < 1 ? "" : ` (and at least ${more} more like it)`;
      onBehalfOf([clause], () =>
        expect.that(first === undefined, {
          diagnosis:
            first === undefined
              ? ""
              : `${describeViolation(first)}; the rule is: ${VIOLATION_KINDS[kind]}${others}`,
          expected: VIOLATION_KINDS[kind],
          ...(first === undefined ? {} : { received: first.text }),
          everywhere: isEverywhere,
        }),
      );
    },
  });
}

export const observedChecks: readonly Check<OfAnyRole>[] = ROWS.map(messageRule);

function messagesOf(row: Row): WholeRun<OfAnyRole, Findings> {
  const { rules, clauseOf, counts, among, only, none } = row;
  const kinds = rules.map(([kind]) => kind);
  return {
    name: `${none === undefined ? "messages" : "answers"} of this run, by ${kinds.join(" and ")}`,
    seenBy(fixture) {
      const { violationLog, role, notApplicable } = fixture;
      if (only !== undefined && role !== only.role) notApplicable(only.why);
      const found = rules.map(([kind, clause]): Findings => {
        const all = violationLog.violations(kind).filter((one) => counts?.(one) ?? true);
        const counted = hasNoEnvelope(fixture)
          ? all.filter(({ isWithoutEnvelope }) => isWithoutEnvelope !== true)
          : all;
        const first = counted.find((one) => clauseOf?.(one, role) === clause) ?? counted[0];
        return {
          kind,
          clause: (first && clauseOf?.(first, role)) ?? clause,
          count: violationLog.count(kind),
          first,
          more: counted.length - 1,
          isFormal: first === undefined && all.length > 0,
          // A rule about answers of one kind says nothing of the other messages.
          isEverywhere: none === undefined && violationLog.isBrokenEverywhere(kind, among),
        };
      });
      skipIfUnseen(fixture, found, row);
      return found;
    },
    traceOf({ count, first }) {
      if (first === undefined) return { count };
      const { transcript, where, during, excerpt } = first;
      return { count, transcript, message: first, excerpt: `${where}, during ${during}: ${excerpt}` };
    },
  };
}

function skipIfUnseen(
  { violationLog, profile, notApplicable, notExercised }: FixtureBase,
  found: readonly Findings[],
  { none, isOptional }: Row,
): void {
  const isSeen = found.some(({ count }) => count > 0);
  const hasMessages = violationLog.count("protocol") > 0;
  if (none === undefined) {
    if (!hasMessages && !found.every(({ kind }) => isAboutCalls(kind)))
      notExercised("the agent sent no message of the league");
    const [{ kind } = { kind: "protocol" as const }] = found;
    if (!isSeen && isAboutRpc(kind) && profile.request === "bare") notApplicable(NO_RPC);
    if (!isSeen && kind === "open-ids" && violationLog.count("call-form") > 0)
      notApplicable("the agent has made one call at a time to each of its peers");
    if (!isSeen) notExercised(`nothing was seen to which this applies: ${VIOLATION_KINDS[kind]}`);
  } else if (!isSeen) {
    const [why, blockedBy] = none;
    if (hasMessages && isOptional === true) notApplicable(why);
    notExercised(why, blockedBy);
  }
}

export const NO_ENVELOPE =
  "messages of this wire form carry no envelope, which costs the clause about the wire form";

/** Whether the wire form is none of league.v2 and has messages without an envelope. */
export function hasNoEnvelope({ profile }: { profile: WireProfile }): boolean {
  return !LEAGUE_FORMS.includes(profile.name);
}

/** Whether the rule is about the agent's own calls. */
function isAboutCalls(rule: ViolationKind): boolean {
  return rule === "call-form" || rule === "open-ids";
}

const ofRpc: readonly ViolationKind[] = [
  ...(["jsonrpc-version", "result-xor-error", "id-echoed"] as const),
  ...(["error-code", "error-message", "notification-answered"] as const),
];

/** The rules that apply to JSON-RPC bodies only. */
function isAboutRpc(rule: ViolationKind): boolean {
  return ofRpc.includes(rule);
}

function describeViolation({ where, text, pointer, during }: RecordedViolation): string {
  return `in ${where} (during ${during}), ${text}${pointer === "" ? "" : ` at ${pointer}`}`;
}
