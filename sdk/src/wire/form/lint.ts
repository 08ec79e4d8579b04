/** Finds the errors of a profile file before it is used: first those of its schema, then rules that mean nothing. */
import { explain } from "@league-v2/contract";
import { validateForm } from "@league-v2/contract/forms";
import { messageTypes } from "../message/contract.js";
import { defined, isObject } from "../message/members.js";
import type { ProfileDocument } from "../message/types.js";
import { didYouMean, lintEffects, lintMembers, type ProfileFault } from "./lint-rules.js";
import { bundledProfile } from "./profiles.js";
import { variablesIn } from "./rules.js";

export type { ProfileFault } from "./lint-rules.js";

/** The variables of a match, and the top-level members of messages. */
const variables = [
  ...["player_a", "message_type", "player_b", "recipient", "now", "conversation", "winner_or_draw"],
  ...["league_id", "round_id", "match_id", "game_type", "player_id", "referee_id", "opponent_id"],
  ...["role_in_match", "player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"],
  ...["affected_player", "action_required", "deadline", "sender", "timestamp", "conversation_id"],
  "auth_token",
];

/** The rules whose texts have other words in braces, or values of the peer. */
const withoutVariables: readonly string[] = ["formats", "values"];

/** The faults of a profile document before `extends` is applied. */
export function lintProfile(value: unknown): readonly ProfileFault[] {
  if (!validateForm(value))
    return explain(validateForm.errors, value).map(({ pointer, message: problem, hint }) => ({
      ...{ pointer, problem },
      ...(hint === undefined ? {} : { hint }),
    }));
  const document = value as ProfileDocument;
  const { envelope = {}, replies = {}, messages = {} } = document;
  const faults = [
    ...lintVariables({ envelope, replies }, ""),
    ...Object.entries(messages).flatMap(([type, rules]) => {
      const pointer = `/messages/${type}`;
      return messageTypes.has(type)
        ? [...lintVariables(rules, pointer), ...lintMembers(type, { ...rules }, pointer)]
        : [
            {
              pointer,
              problem: `the contract has no message ${type}`,
              ...didYouMean(type, [...messageTypes]),
            },
          ];
    }),
  ];
  return faults.length > 0 ? faults : lintEffects(document, placesOf(document));
}

/** Unknown variables in the texts of rules. */
function lintVariables(rule: unknown, pointer: string): readonly ProfileFault[] {
  if (typeof rule === "string")
    return variablesIn(rule)
      .filter((name) => !variables.includes(name))
      .map((name) => ({ pointer, problem: `{${name}} is not a variable`, ...didYouMean(name, variables) }));
  if (!isObject(rule) && !Array.isArray(rule)) return [];
  return Object.entries(rule).flatMap(([name, inner]) =>
    withoutVariables.includes(name)
      ? []
      : [...lintVariables(name, `${pointer}/${name}`), ...lintVariables(inner, `${pointer}/${name}`)],
  );
}

function placesOf({ request, reply, extends: base }: ProfileDocument) {
  const { request: usualRequest, reply: usualReply } = bundledProfile(base ?? "") ?? {};
  return defined({ request: request ?? usualRequest, reply: reply ?? usualReply });
}
