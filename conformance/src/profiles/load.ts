/** Reads wire profiles: bundled ones by name, others by file, `extends` applied. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { resolveProfile } from "@league-v2/sdk/codec";
import {
  bundledDocument,
  bundledNames,
  lintProfile,
  type ProfileDocument,
  type ProfileFault,
} from "@league-v2/sdk/wire";
import { isObject, parseYaml } from "../json.js";
import { nearest, UsageError } from "../usage-error.js";
import { LEAGUE_FORMS, type WireProfile } from "./codec.js";

/** The names of the profiles that come with the SDK; canonical first. */
export function bundledProfiles(): readonly string[] {
  return bundledNames;
}

/** @param nameOrFile a bundled name (`canonical`), or the path of a YAML or JSON file @throws UsageError */
export function loadProfile(nameOrFile: string): WireProfile {
  let folder = process.cwd();
  const find = (name: string): ProfileDocument => {
    const bundled = bundledDocument(name);
    if (bundled !== undefined) return bundled;
    const document = read(name, folder);
    // A path in `extends` starts from the file that it is in.
    folder = dirname(resolve(folder, name));
    return document;
  };
  const profile = whole(find(nameOrFile), find);
  return { ...profile, isLeagueForm: LEAGUE_FORMS.includes(nameOrFile) };
}

/** A whole profile from a document that is in no file, such as one that was just proposed. */
export function asProfile(document: ProfileDocument): WireProfile {
  return whole(document, bundledDocument);
}

function whole(document: ProfileDocument, find: (name: string) => ProfileDocument | undefined): WireProfile {
  const ancestors = [document.name];
  const noting = (name: string) => {
    ancestors.push(name);
    return find(name);
  };
  try {
    const profile = resolveProfile(document, noting);
    return { ...profile, dialect: ancestors.includes("flat") ? "flat" : "canonical", isLeagueForm: false };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function read(shown: string, from: string): ProfileDocument {
  if (!/[./\\]/.test(shown)) {
    const hint = nearest(shown, bundledNames);
    throw new UsageError(
      `there is no wire profile "${shown}" (bundled: ${bundledNames.join(", ")}; or the path of a file). ${hint ?? ""}`.trim(),
    );
  }
  const document = parsed(resolve(from, shown), shown);
  const faults = lintProfile(document);
  if (faults.length === 0) return document as ProfileDocument;
  throw new UsageError(`${shown} is not a wire profile:\n${faults.map(line).join("\n")}`);
}

function parsed(file: string, shown: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`cannot read the wire profile ${shown}`);
  }
  try {
    const document: unknown = parseYaml(text);
    if (isObject(document)) delete document.$schema;
    return document;
  } catch (error) {
    throw new UsageError(
      `${shown} is not YAML or JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function line({ pointer, problem, hint }: ProfileFault): string {
  return `  ${pointer === "" ? "/" : pointer}: ${problem}${hint === undefined ? "" : ` (${hint})`}`;
}
