/** The bundled wire profiles: those of `spec/forms`, canonical first, then the most frequent. */
import { forms } from "@league-v2/contract/forms";
import { resolveProfile } from "./resolve.js";
import type { ProfileDocument, WireProfile } from "./types.js";

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
