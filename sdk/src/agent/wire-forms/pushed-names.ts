/** Method names under which a referee may accept a player's answer as a request, the likeliest first. */
import type { MethodRule } from "../../wire/index.js";

/** Names that agents use for the answers, after a verb such as `receive_`. */
const stems: Readonly<Record<string, readonly string[]>> = {
  GAME_JOIN_ACK: ["game_join_ack", "join_ack"],
  CHOOSE_PARITY_RESPONSE: ["parity_response", "choose_parity_response", "parity_choice"],
};
const signs: Readonly<Record<string, RegExp>> = {
  GAME_JOIN_ACK: /join|(invit\w*)_?(ack|response|accept)/i,
  CHOOSE_PARITY_RESPONSE:
    /(parity|choice|move)_?(response|reply|choice)|(submit|receive)_?(parity|choice|move)/i,
};

/**
 * @param asked the method of the referee's request
 * @param rule the method rule of the referee's form
 * @param listed names in a refusal of the referee
 */
export function pushedNames(
  type: string,
  asked: string | undefined,
  rule: MethodRule,
  listed: readonly string[],
): readonly string[] {
  if (typeof rule === "object") return [rule.always];
  const own = stems[type] ?? [];
  const verb = /^(receive|handle|on|process|mcp)_/.exec(asked ?? "")?.[0] ?? "";
  const styled = own.map((stem) => `${verb}${stem}`);
  const isUpper = asked !== undefined && asked === asked.toUpperCase();
  const usual = isUpper ? [type, ...styled] : [...styled, type];
  const matching = listed.filter((name) => signs[type]?.test(name) === true);
  return [...new Set([...matching, ...usual, type.toLowerCase()])];
}

/** The message types for an answer without a method: that of the contract, and that of the flat contracts. */
export function pushedTypes(type: string): readonly string[] {
  return type === "CHOOSE_PARITY_RESPONSE" ? [type, "PARITY_CHOICE"] : [type];
}
