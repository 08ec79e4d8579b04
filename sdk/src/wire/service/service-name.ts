/** The message that a path (`/matches/R1M1/choice`) or the name of an event (`game.choose`) stands for. */
import { nameScore } from "../derive/method-names.js";
import { wordsOf } from "../derive/words.js";

export interface ServiceName {
  /** Singular words: `match_choice`. */
  readonly name: string;
  /** The id of a match in the path. */
  readonly match_id: string | undefined;
}

/** Steps of a path that name no message. */
const general = /^(?:api|mcp|rest|rpc|v\d+|events?|webhooks?|callbacks?|messages?)$/i;
/** A step that is an id: it has a digit. */
const isId = (step: string) => /\d/.test(step) && !general.test(step);
const leastScore = 2.5;

/** @param path of a URL, or the text of an event */
export function serviceName(path: string): ServiceName {
  const steps = path.split("/").filter((step) => step !== "");
  const ids = steps.filter(isId).map(decoded);
  const words = steps
    .filter((step) => !isId(step) && !general.test(step) && !isPlaceholder(step))
    .flatMap(wordsOf)
    .map(singular);
  return { name: words.join("_"), match_id: ids[0] };
}

/** `{match_id}`, `:matchId` or `<match_id>` in a described path. */
export function isPlaceholder(step: string): boolean {
  return /^(?:\{[^}]+\}|:\w+|<[^>]+>)$/.test(step);
}

/** The type that a name stands for; every name of a service is about a match. */
export function typeNamed(name: string, types: readonly string[]): string | undefined {
  const [best] = types
    .map((type) => ({ type, score: serviceScore(name, type) }))
    .toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= leastScore ? best.type : undefined;
}

/** How strongly a name stands for a message. */
export function serviceScore(name: string, type: string): number {
  if (name === "") return 0;
  const isWhole = /match|game/.test(name) || /REGISTER/.test(type);
  return nameScore(isWhole ? name : `match_${name}`, type);
}

function singular(word: string): string {
  if (/standings$|ss$/.test(word)) return word;
  return word.replace(/(ch|sh|s|x)es$/, "$1").replace(/s$/, "");
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
