/** Whether a message to one player discloses something about the other one. */

import { isObject } from "../../../json/pointer.js";
import type { JsonObject } from "../../../json/scan.js";
import type { MatchObservation, Side } from "../../../peers/match-observation.js";
import type { Judging } from "../../../rule.js";
import { ended, playerOf } from "./match-outcome.js";

/** Members whose text discloses nothing: names, ids, times. */
const PLAIN = /^(protocol|message_type|sender|timestamp|deadline|next_retry_at|.*_id|game_type|auth_token)$/;

const ABOUT_THE_OTHER = /(opponent|other).*(choice|chose|answer|submitted|decided)/i;

/** Words that disclose a choice if the first message did not contain them. */
const PERHAPS = /(opponent|other).*(ready|done|finished|respon|replied|picked|locked)/i;

const HAS_CHOSEN = /\b(chose|chosen|answered|submitted|decided)\b/i;

/** The part about the opponent, whether or not the sentence denies another part. */
const HAS_CHOSEN_BY_NOW = /\bopponent has (already )?(chosen|answered|submitted|decided)\b/i;

export interface Secret {
  opponentId: string;
  choice: string;
}

/** Asserts that no message to this player before GAME_OVER discloses the choice of the other one. */
export function assertChoiceSecret({ expect }: Judging, match: MatchObservation, side: Side): void {
  ended(match);
  const other = playerOf(match, side === "A" ? "B" : "A");
  const choice = String(other.chosen.at(-1));
  const firsts = new Map<unknown, JsonObject>();
  for (const { message, playerId } of match.to(side)) {
    if (message.message_type === "GAME_OVER") break;
    const earlier = firsts.get(message.message_type);
    firsts.set(message.message_type, earlier ?? message);
    const leak = leakIn(message, { opponentId: other.id, choice }, earlier);
    expect.that(leak === undefined, {
      diagnosis: `${other.id} had chosen "${choice}" when ${playerId} got ${String(message.message_type)}, in which ${leak}`,
      expected: "nothing of the other player's choice",
      ...(leak === undefined ? {} : { received: leak }),
    });
  }
}

/**
 * The place and the words that disclose it; undefined for a message that keeps the secret.
 *
 * @param earlier the first message of the type to this player
 */
export function leakIn(
  message: JsonObject,
  secret: Secret,
  earlier?: JsonObject,
  at = "",
): string | undefined {
  for (const [name, value] of Object.entries(message)) {
    const before = earlier?.[name];
    const place = `${at}/${name}`;
    if (PLAIN.test(name)) continue;
    const isNews = earlier !== undefined && !isPresent(before) && PERHAPS.test(name);
    const telling = isPresent(value) && (isNews || ABOUT_THE_OTHER.test(name) || name === secret.opponentId);
    if (telling || (typeof value === "string" && tells(value, secret)))
      return `${place} is ${JSON.stringify(value)}`;
    const inner = isObject(value)
      ? leakIn(value, secret, isObject(before) ? before : undefined, place)
      : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** "even" and "odd" together are the possible choices; one of them alone discloses the choice. */
function tells(text: string, { opponentId, choice }: Secret): boolean {
  const named = new Set([...text.toLowerCase().matchAll(/\b(even|odd)\b/g)].map(([word]) => word));
  if (named.size === 1 && named.has(choice)) return true;
  if (HAS_CHOSEN_BY_NOW.test(text.replaceAll(opponentId, "opponent"))) return true;
  return text
    .split(/[.;!?]\s/)
    .some(
      (sentence) =>
        (sentence.includes(opponentId) || /\bopponent\b/i.test(sentence)) &&
        HAS_CHOSEN.test(sentence) &&
        !/\b(not|n't|never)\b/i.test(sentence),
    );
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}
