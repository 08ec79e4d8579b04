/** The wire form that `--wire` names: one of the SDK, or a profile in a file. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  bundledDocument,
  bundledNames,
  lintProfile,
  type ProfileDocument,
  resolveProfile,
  type WireProfile,
} from "@league-v2/sdk/wire";
import { withoutBom } from "../settings/config-file.js";
import { InvalidSettings } from "../settings/index.js";

/** The wire form for the SDK: the name, or the whole profile of a file. @throws InvalidSettings for a file that is no profile */
export function wireOf(setting: string, folder: string, flag = "--wire"): string | WireProfile {
  if (["auto", "any", ...bundledNames].includes(setting)) return setting;
  const document = read(resolve(folder, setting));
  if (document === undefined)
    throw refused(flag, setting, "no form has this name, and it is no JSON file either");
  const [fault] = lintProfile(document);
  if (fault !== undefined) {
    const { pointer, problem, hint } = fault;
    throw refused(flag, setting, `${pointer} ${problem}${hint === undefined ? "" : ` (${hint})`}`);
  }
  return resolveProfile(document as ProfileDocument, bundledDocument);
}

/** Undefined for a file that is missing or no JSON. */
function read(path: string): unknown {
  try {
    const document = JSON.parse(withoutBom(readFileSync(path, "utf8"))) as Record<string, unknown>;
    const { $schema: _, ...profile } = document;
    return profile;
  } catch {
    return undefined;
  }
}

function refused(place: string, received: string, why: string): InvalidSettings {
  const expected = `a wire form (${why})`;
  const hint = `Known forms: auto, any, ${bundledNames.join(", ")}.`;
  return new InvalidSettings([{ source: "flag", place, received, expected, hint }]);
}
