/**
 * An agent is not tested for members that its wire form does not have. That the form is not one of league.v2 is reported
 * once, by the check of the wire form; its consequences are not reported again.
 */
import type { WireProfile } from "@league-v2/sdk/wire";
import type { Codec } from "./codec.js";

interface Trait {
  /** Completes "the wire form X …". */
  lacks: string;
  shownBy(profile: WireProfile): boolean;
  /** Clauses, or checks where others of the same clause still hold. */
  waives: readonly string[];
}

const JSON_RPC_REPLIES: readonly string[] = ["result", "content_text"];

const TRAITS: readonly Trait[] = [
  {
    lacks: "has no tokens",
    shownBy: ({ tokens }) => tokens === "optional",
    waives: ["PLY-AUTH-02", "LM-RES-05", "TRN-DISC-04", "referee/registration/uses-assigned-id"],
  },
  {
    lacks: "does not keep to the ids of JSON-RPC",
    shownBy: ({ ids = "same" }) => ids !== "same",
    waives: ["TRN-OUT-04", "TRN-OUT-03"],
  },
  {
    lacks: "has one id for everything",
    shownBy: ({ ids }) => ids === "one",
    waives: ["TRN-ID-01", "TRN-ID-02", "TRN-OUT-02", "transport/batch/mixed"],
  },
  {
    lacks: "ignores timestamps",
    shownBy: ({ envelope }) => envelope.ignore?.includes("/timestamp") === true,
    waives: ["TRN-ENV-09", "TRN-ENV-10"],
  },
  {
    lacks: "has bare ids for senders",
    shownBy: ({ sender }) => sender === "bare",
    waives: ["TRN-ENV-03"],
  },
  {
    lacks: "has no conversation in its answers",
    shownBy: ({ replies = {} }) =>
      replies.omit?.includes("/conversation_id") === true ||
      replies.ignore?.includes("/conversation_id") === true,
    waives: ["TRN-ENV-06", "transport/envelope/conversation", "referee/reply/other-conversation"],
  },
  {
    lacks: "answers with no response of JSON-RPC",
    shownBy: ({ reply }) => !JSON_RPC_REPLIES.includes(reply),
    waives: ["TRN-RPC-01"],
  },
  {
    lacks: "has no JSON-RPC around its requests",
    shownBy: ({ request }) => request === "bare",
    waives: ["TRN-OUT-01", "TRN-OUT-02"],
  },
  {
    lacks: "has one word for several",
    shownBy: ({ messages }) =>
      messages.CHOOSE_PARITY_RESPONSE?.values?.["/parity_choice"]?.some(([, wire]) => wire === "EVEN") ===
      true,
    waives: ["referee/choice/asks-again-after-invalid-choice"],
  },
  {
    lacks: "answers for a match when it is over",
    shownBy: ({ match_start }) => match_start === "blocking",
    waives: ["REF-RUN-03", "LM-MATCH-02", "LM-MATCH-04", "manager/alive/unresponsive-referee"],
  },
  {
    lacks: "has no call that starts a match",
    shownBy: ({ match_start }) => match_start === "announcement",
    waives: [
      "referee/assignment/answers-run-match",
      "manager/matches/assignment-complete",
      "manager/alive/unresponsive-referee",
    ],
  },
];

/** Why this form is not asked for what the check decides; undefined when it is. */
export function waivedBy(codec: Codec, checkId: string, clauses: readonly string[]): string | undefined {
  if (codec.isLeagueForm) return undefined;
  const trait = TRAITS.find(
    ({ shownBy, waives }) =>
      shownBy(codec.profile) && [checkId, ...clauses].some((one) => waives.includes(one)),
  );
  return trait === undefined ? undefined : `the wire form ${codec.name} ${trait.lacks}`;
}

/** Whether two canonical values at this place are one on the wire. */
export function isAmbiguous(profile: WireProfile, type: string, pointer: string): boolean {
  const pairs = profile.messages[type]?.values?.[pointer] ?? [];
  const words = pairs.map(([, wire]) => JSON.stringify(wire));
  return new Set(words).size < words.length;
}
