/** The bundled wire profiles: those of `spec/forms`, canonical first, then the most frequent. */
import { forms } from "@league-v2/contract/forms";
import { underAllNames } from "../content/order-members.js";
import type { MessageRules, ProfileDocument, WireProfile } from "../message/types.js";
import { mergeRules } from "./rules.js";

const documents = forms as unknown as readonly ProfileDocument[];
const byName = new Map(documents.map((document) => [document.name, document]));

/** Cache of resolved profiles, which are immutable. */
const resolved = new Map<string, WireProfile>();

/** A bundled profile by its name. */
export function bundledProfile(name: string): WireProfile | undefined {
  const document = byName.get(name);
  if (document === undefined) return undefined;
  const profile = resolved.get(name) ?? resolveProfile(document, (other) => byName.get(other));
  resolved.set(name, profile);
  return profile;
}

/** A bundled profile document before `extends` is applied, for tools that show or extend it. */
export function bundledDocument(name: string): ProfileDocument | undefined {
  return byName.get(name);
}

/** The names of the bundled forms, in the order in which they are tried. */
export const bundledNames: readonly string[] = documents.map(({ name }) => name);

/** Resolves profile documents: applies `extends`, and fills in defaults. */
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
