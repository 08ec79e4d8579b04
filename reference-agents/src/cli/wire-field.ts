/** The setting `--wire`: in which form an agent speaks to those who have not spoken to it. */
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
import { InvalidSettings, text } from "../settings/index.js";

export const wireField = text({
  placeholder: "<form>",
  otherwise: "auto",
  variable: "LEAGUE_WIRE",
  help: "auto, any, the name of a wire form (see docs/wire-forms.md), or the path of a profile in JSON",
});

/** What the SDK takes: the name, or the whole profile of a file. @throws InvalidSettings for a file that is no profile */
export function wireOf(setting: string, folder: string): string | WireProfile {
  if (["auto", "any", ...bundledNames].includes(setting)) return setting;
  const document = read(resolve(folder, setting), setting);
  const [fault] = lintProfile(document);
  if (fault !== undefined) {
    const { pointer, problem, hint } = fault;
    throw refused(setting, `${pointer} ${problem}${hint === undefined ? "" : ` (${hint})`}`);
  }
  return resolveProfile(document as ProfileDocument, bundledDocument);
}

function read(path: string, setting: string): unknown {
  try {
    const document = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    const { $schema: _, ...profile } = document;
    return profile;
  } catch {
    throw refused(setting, "no form has this name, and it is no JSON file either");
  }
}

function refused(received: string, why: string): InvalidSettings {
  const expected = `a wire form (${why})`;
  const hint = `Known forms: auto, any, ${bundledNames.join(", ")}.`;
  return new InvalidSettings([{ source: "flag", place: "--wire", received, expected, hint }]);
}
