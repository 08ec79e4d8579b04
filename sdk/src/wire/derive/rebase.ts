/** Expresses a derived profile by its differences from the nearest bundled one. */
import { sameJson } from "../members.js";
import { bundledDocument, bundledNames } from "../profiles/index.js";
import { resolveProfile } from "../resolve.js";
import type { MessageRules, ProfileDocument, WireProfile } from "../types.js";
import { withoutEmpty } from "./member-rules.js";

/** The members of a profile about a whole message and its answer. */
const wholeMessageMembers = [
  "request",
  "reply",
  "method",
  "sender",
  "times",
  "spelling",
  "wrap",
  "split",
  "match_start",
] as const;
/** Bundled forms that are only bases of others. */
const general = ["synonyms", "loose"];

/**
 * A document that extends the nearest bundled profile, with the differences.
 * @param isSame whether a profile writes and reads the same as the derived one
 */
export function rebase(
  document: ProfileDocument,
  isSame: (profile: WireProfile) => boolean,
): ProfileDocument {
  const profile = resolved(document);
  const candidates = bundledNames
    .filter((name) => !general.includes(name))
    .flatMap((name) => candidate(name, document, profile));
  const { name, title, description } = document;
  const near = candidates.filter(({ distance }) => distance <= furthest);
  for (const one of near.toSorted((a, b) => a.distance - b.distance)) {
    const rebased = { name, title, description, extends: one.name, ...one.rest };
    if (isSame(resolved(rebased))) return rebased;
  }
  return document;
}

/** The maximum distance from the extended profile. */
const furthest = 6;

interface Candidate {
  readonly name: string;
  readonly rest: Partial<ProfileDocument>;
  readonly distance: number;
}

function candidate(name: string, document: ProfileDocument, profile: WireProfile): Candidate[] {
  const own = bundledDocument(name);
  if (own === undefined) return [];
  const base = resolved(own);
  const rest: Partial<ProfileDocument> = Object.fromEntries(
    wholeMessageMembers
      .filter((member) => !sameJson(base[member], profile[member]))
      .map((member) => [member, profile[member]]),
  );
  const differing = Object.entries(document.messages ?? {}).flatMap(([type, rules]) => {
    const different = withoutEmpty(differenceOf(rules, base.messages[type] ?? {}));
    return Object.keys(different).length === 0 ? [] : [[type, different] as const];
  });
  const extra = Object.entries({ ...own.messages, replies: own.replies ?? {} }).filter(
    ([type, rules]) => Object.keys(rules).length > 0 && !isContained(rules, document.messages?.[type] ?? {}),
  );
  const distance =
    Object.keys(rest).length * 2 + differing.length + (name === "canonical" ? 0 : extra.length);
  const envelope = withoutEmpty(document.envelope ?? {});
  const replies = withoutEmpty(differenceOf(document.replies ?? {}, base.replies ?? {}));
  const all: Partial<ProfileDocument> = {
    ...rest,
    ...(Object.keys(envelope).length === 0 ? {} : { envelope }),
    ...(Object.keys(replies).length === 0 ? {} : { replies }),
    ...(differing.length === 0 ? {} : { messages: Object.fromEntries(differing) }),
  };
  return [{ name, rest: all, distance }];
}

function differenceOf(rules: MessageRules, base: MessageRules): MessageRules {
  return Object.fromEntries(
    Object.entries(rules).filter(([member, value]) => !sameJson(value, base[member as keyof MessageRules])),
  );
}

function isContained(rules: MessageRules, derived: MessageRules): boolean {
  return Object.entries(rules).every(([member, value]) =>
    sameJson(value, derived[member as keyof MessageRules]),
  );
}

function resolved(document: ProfileDocument): WireProfile {
  return resolveProfile(document, bundledDocument);
}
