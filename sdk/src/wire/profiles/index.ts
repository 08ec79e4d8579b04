/** The bundled wire profiles: canonical first, then the most frequent. */
import { canonicalProfile, resolveProfile } from "../resolve.js";
import type { ProfileDocument, WireProfile } from "../types.js";
import { loose } from "./common.js";
import { contentVariants } from "./content-variants.js";
import { flat } from "./flat.js";
import { registrations } from "./registrations.js";
import { shapes } from "./shapes.js";
import { starts } from "./starts.js";
import { synonyms } from "./synonyms.js";

const documents: readonly ProfileDocument[] = [
  canonicalProfile,
  flat,
  ...shapes,
  ...contentVariants,
  ...starts,
  ...registrations,
  synonyms,
  loose,
];
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

export const bundledNames: readonly string[] = documents.map(({ name }) => name);
