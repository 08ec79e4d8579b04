/** The values of members that a peer requires under names without a known word. */
import { membersOf } from "./contract-members.js";
import type { WireMember } from "./schema-members.js";
import { stemOf, wordsOf } from "./words.js";

/**
 * What unknown members stand for by the others: in an order a name that begins as that of an address is a player's,
 * the first is player A's; and a message about a match has the id of the match.
 *
 * @param known the pointers of the contract that have a member already
 * @returns values by pointer
 */
export function unknownMembers(
  type: string,
  known: ReadonlySet<string>,
  unmatched: readonly WireMember[],
): ReadonlyMap<string, string> {
  const names = unmatched
    .filter(({ kind, allowed }) => (kind ?? "text") === "text" && allowed === undefined)
    .map(({ pointer }) => pointer)
    .filter((pointer) => pointer.lastIndexOf("/") === 0);
  const found = new Map<string, string>();
  const stem = (url: string) => wordsOf(url).slice(0, -1).join("_");
  const urls = names.filter((one) => addressWord.test(wordsOf(one).at(-1) ?? "") && stem(one) !== "");
  const stems = [...new Set(urls.map(stem))];
  const sides = stems.length > 0 ? stems : [...new Set(names.filter(isOfSide).map(stemOf))];
  for (const name of type === "RUN_MATCH" ? names : []) {
    const isUrl = urls.includes(name);
    const side = sides.indexOf(isUrl ? stem(name) : stemOf(name));
    if (side === 0 || side === 1) found.set(name, `$player_${"AB"[side]}_${isUrl ? "endpoint" : "id"}`);
  }
  const [other] = names.filter((one) => !found.has(one) && !constantNames.test(one));
  const hasMatch = membersOf(type).includes("/match_id") && !known.has("/match_id");
  if (other !== undefined && hasMatch) found.set(other, "$match_id");
  return found;
}

const addressWord = /^(?:url|uri|address|addr|endpoint|host|link|callback|port|location)$/;
const isOfSide = (name: string) =>
  /player|side|[12]$|home|away|first|second|left|right|(?:^|_)[abxy](?:_|$)/i.test(name);
const constantNames = /token|protocol|version|type|sender|time|date|conversation/i;
