/** Acknowledgements with the type of the acknowledged message: one such acknowledgement is evidence for all. */
import { replyTypeOf } from "../contract.js";
import type { MessageRules } from "../types.js";

/** Messages that only inform: a player acknowledges them and does nothing else. */
const informing = [
  "GAME_OVER",
  "ROUND_ANNOUNCEMENT",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
];

/** @returns the type on the wire, by the canonical type of the acknowledgement */
export function repeatedTypes(
  rules: ReadonlyMap<string, MessageRules | undefined>,
  typeName: (type: string) => string = (type) => type,
): ReadonlyMap<string, string> {
  const pairs = informing.flatMap((type): [string, string][] => {
    const ack = replyTypeOf(type);
    return ack === undefined ? [] : [[ack, typeName(type)]];
  });
  const isSeen = pairs.some(([ack, own]) => rules.get(ack)?.message_type === own);
  return new Map(isSeen ? pairs : []);
}
