/**
 * A bundled form as strict agents read it: only whole messages count as answers, and a message without a member that the
 * contract requires is not completed.
 */
import type { MessageRules, WireProfile } from "./types.js";

/** Members that the forms of other agents complete, by message. */
const required: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: ["/league_id", "/round_id"],
  CHOOSE_PARITY_CALL: ["/deadline"],
};

export function strictProfile(profile: WireProfile): WireProfile {
  // The two dialects have rules of their own for absent members.
  if (profile.answers !== "any") return profile;
  const { envelope, messages } = profile;
  const strict = Object.entries(required).map(
    ([type, pointers]) => [type, withoutFill(messages[type] ?? {}, pointers)] as const,
  );
  return {
    ...profile,
    answers: "messages",
    envelope: withoutFill(envelope, ["/conversation_id"]),
    messages: { ...messages, ...Object.fromEntries(strict) },
  };
}

function withoutFill({ fill = {}, ...rules }: MessageRules, pointers: readonly string[]): MessageRules {
  const kept = Object.entries(fill).filter(([pointer]) => !pointers.includes(pointer));
  return { ...rules, fill: Object.fromEntries(kept) };
}

/** Whether matches begin with an order of the form's own; the order of the documents needs no rules. */
export function startsOtherwise({ messages }: WireProfile): boolean {
  return messages.RUN_MATCH !== undefined;
}
