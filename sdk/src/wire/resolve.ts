/** Resolves profile documents: applies `extends`, and fills in defaults. */
import { forms } from "@league-v2/contract/forms";
import { underAllNames } from "./order-members.js";
import { mergeRules } from "./rules.js";
import type { MessageRules, ProfileDocument, WireProfile } from "./types.js";

const DEEPEST_EXTENDS = 8;

/** The defaults of every other form: the form of the documents. */
export const [canonical] = forms as unknown as readonly [WireProfile];

/**
 * The whole profile of a document.
 * @param find returns the document for a name in `extends`
 * @throws Error for an unknown name, or a circle
 */
export function resolveProfile(
  document: ProfileDocument,
  find: (name: string) => ProfileDocument | undefined,
  depth = 0,
): WireProfile {
  const { extends: name, ...own } = document;
  if (depth > DEEPEST_EXTENDS)
    throw new Error(`the profiles extend each other in a circle (at ${document.name})`);
  if (name === undefined) return { ...canonical, ...own, messages: mergeMessages({}, own.messages ?? {}) };
  const other = name === document.name ? undefined : find(name);
  if (other === undefined) throw new Error(`${document.name} extends "${name}", which is no wire profile`);
  const base = resolveProfile(other, find, depth + 1);
  return {
    ...base,
    ...own,
    envelope: mergeRules(base.envelope, own.envelope ?? {}),
    ...(base.replies || own.replies ? { replies: mergeRules(base.replies ?? {}, own.replies ?? {}) } : {}),
    messages: mergeMessages(base.messages, own.messages ?? {}),
  };
}

function mergeMessages(base: WireProfile["messages"], own: WireProfile["messages"]): WireProfile["messages"] {
  const merged: Record<string, MessageRules> = { ...base };
  for (const [type, { all_names, ...rules }] of Object.entries(own)) {
    const before = base[type] ?? {};
    const names = all_names && underAllNames({ ...before.rename, ...rules.rename });
    merged[type] = mergeRules(names === undefined ? before : mergeRules(before, names), rules);
  }
  return merged;
}
