/** Assigns the names that a peer lists to messages. */
import { vocabulary } from "@league-v2/contract/forms";
import { meaningsOf, wordsOf } from "../message/words.js";

/** The messages that each role receives, those of a match first. */
export const receivedBy: Readonly<Record<Role, readonly string[]>> = {
  player: [
    ...[
      "GAME_INVITATION",
      "CHOOSE_PARITY_CALL",
      "GAME_OVER",
      "ROUND_ANNOUNCEMENT",
      "LEAGUE_STANDINGS_UPDATE",
    ],
    ...["ROUND_COMPLETED", "LEAGUE_COMPLETED", "GAME_ERROR", "LEAGUE_ERROR", "SHUTDOWN_COMMAND"],
  ],
  referee: ["RUN_MATCH", "ROUND_ANNOUNCEMENT", "LEAGUE_COMPLETED", "LEAGUE_ERROR", "SHUTDOWN_COMMAND"],
  manager: [
    ...["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST", "MATCH_RESULT_REPORT", "LEAGUE_QUERY"],
    "START_LEAGUE",
  ],
};

export type Role = "player" | "referee" | "manager";

/** The weights of words in a method name for and against a message. */
const signs: Readonly<Record<string, Readonly<Record<string, number>>>> = vocabulary.method_signs;

/** The minimum score of a name for a message. */
const leastScore = 4;
/** The same for one that is listed together with names of other messages. */
const leastOfGeneral = 2.5;
const leastOthers = 2;
const general =
  /^(?:on_|mcp_)?(?:handle|process|receive|dispatch|send|post)?_?(?:message|request|event|rpc)$/i;

/** The last words of names of answers: an agent that took one for a request would answer it with another. */
const answerWords: ReadonlySet<string> = new Set(["ack", "acknowledgement", "response", "reply"]);

/** How strongly a name stands for a message. */
export function nameScore(name: string, type: string): number {
  if (name === type || name === type.toLowerCase()) return 10;
  const weights = signs[type] ?? {};
  const words = wordsOf(name);
  if (answerWords.has(words.at(-1) ?? "")) return 0;
  const score = Object.entries(weights).reduce((sum, [meaning, weight]) => {
    const isContained = words.some((word) => meaningsOf(word).has(meaning) || word === meaning);
    return isContained ? sum + weight : sum;
  }, 0);
  return score - 0.1 * words.length;
}

/** Whether a name has the minimum score for a message. */
export function standsFor(name: string, type: string): boolean {
  return nameScore(name, type) >= leastScore;
}

/** Assigns each listed name to at most one message, the highest scores first. */
export function assignNames(names: readonly string[], types: readonly string[]): ReadonlyMap<string, string> {
  const scored = types
    .flatMap((type) => names.map((name) => ({ type, name, score: nameScore(name, type) })))
    .toSorted((a, b) => b.score - a.score);
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const assign = (pairs: typeof scored) => {
    for (const { type, name } of pairs) {
      if (found.has(type) || taken.has(name)) continue;
      found.set(type, name);
      taken.add(name);
    }
  };
  assign(scored.filter(({ score }) => score >= leastScore));
  // A name that is too general for a message by itself stands for it among names of other messages: `player.result`.
  const isBestOf = ({ name, score }: { name: string; score: number }) =>
    score >= leastOfGeneral && scored.every((one) => one.name !== name || one.score <= score);
  // A word of no other message is enough.
  const isOnlyOf = ({ type, name, score }: (typeof scored)[number]) =>
    score >= leastOfGeneral &&
    scored.every((one) => one.name !== name || one.type === type || one.score <= 0);
  assign(scored.filter(found.size >= leastOthers ? isBestOf : isOnlyOf));
  return found;
}

/** The minimum score of a name that precedes those before it in the list: a word such as `call` is not enough. */
const leastWord = 1.5;

/** First words of names that only ask for something, or stop the agent. */
const asks =
  /^(?:get|list|show|health|ping|status|query|read|fetch|reset|stop|shutdown|help|describe|version|initialize)/i;

/** Messages that agents list in the order in which a match has them. */
const inMatch: ReadonlySet<string> = new Set(["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"]);

/**
 * Assigns the names that are left to the messages of a match that are left, in the order of the list: agents list their
 * methods in the order of a match. A name with a word of the message precedes others.
 * @param found the names that are assigned by their words
 * @param received all messages that the agent receives
 */
export function assignByOrder(
  names: readonly string[],
  required: readonly string[],
  found: ReadonlyMap<string, string>,
  received: readonly string[],
): ReadonlyMap<string, string> {
  const all = new Map(found);
  for (const [index, type] of required.entries()) {
    if (all.has(type)) continue;
    const taken = new Set(all.values());
    const isOrdered = inMatch.has(type);
    const placesOf = (some: readonly string[]) =>
      (isOrdered ? some : []).map((one) => names.indexOf(all.get(one) ?? "")).filter((place) => place >= 0);
    const after = Math.max(-1, ...placesOf(required.slice(0, index)));
    const later = placesOf(required.slice(index + 1));
    const isFree = (name: string, place: number) =>
      !taken.has(name) &&
      !asks.test(name) &&
      nameScore(name, type) > -leastScore &&
      place > after &&
      later.every((one) => place < one);
    const free = names.filter(isFree).filter((name) => isForNoOther(name, type, received));
    const [best] = free.toSorted((a, b) => nameScore(b, type) - nameScore(a, type));
    // A referee with one method besides that for announcements, without a word of an order, starts matches at those.
    const isAnnounced = type === "RUN_MATCH" && all.has("ROUND_ANNOUNCEMENT") && names.length === 2;
    const first = isAnnounced ? undefined : free[0];
    const name = best !== undefined && nameScore(best, type) >= leastWord ? best : first;
    if (name !== undefined) all.set(type, name);
  }
  return all;
}

/** Whether a name stands for no other message more than for this one. */
function isForNoOther(name: string, type: string, received: readonly string[]): boolean {
  const own = nameScore(name, type);
  return received.every((other) => other === type || nameScore(name, other) <= Math.max(own, leastOfGeneral));
}

/** The one name for every message, such as `handle_message`, where a peer has it. */
export function generalName(names: readonly string[]): string | undefined {
  return names.find((name) => general.test(name));
}

/** Message types of agents that do not support the contract's and list none, the most usual first. */
export const usualTypes: Readonly<Record<string, readonly string[]>> = vocabulary.usual_types;

/** Names that agents commonly use, for agents that list none, the most usual first. */
export const usualNames: Readonly<Record<string, readonly string[]>> = vocabulary.usual_methods;
