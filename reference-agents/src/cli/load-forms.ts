/** What `--forms` names: a choice of the SDK, or the form in a file. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { FormsChoice } from "@league-v2/sdk/node";
import { withoutBom } from "../settings/config-file.js";
import { InvalidSettings } from "../settings/setting-fault.js";

const choices = ["contract", "documented", "any"] as const;

/** @throws InvalidSettings for a file that is no form */
export async function loadForms(setting: string, folder: string): Promise<FormsChoice> {
  const choice = choices.find((one) => one === setting);
  if (choice !== undefined) return choice;
  const document = read(resolve(folder, setting));
  if (document === undefined) throw refused(setting, "no such choice, and no JSON file either");
  const { lintProfile } = await import("@league-v2/sdk/wire");
  const [fault] = lintProfile(document);
  if (fault !== undefined) {
    const { pointer, problem, hint } = fault;
    throw refused(setting, `${pointer} ${problem}${hint === undefined ? "" : ` (${hint})`}`);
  }
  return document as FormsChoice;
}

/** Undefined for a file that is missing or no JSON. */
function read(path: string): unknown {
  try {
    const { $schema: _, ...form } = JSON.parse(withoutBom(readFileSync(path, "utf8"))) as Record<
      string,
      unknown
    >;
    return form;
  } catch {
    return undefined;
  }
}

function refused(received: string, why: string): InvalidSettings {
  const expected = `a choice or a form (${why})`;
  const hint = `Choices: ${choices.join(", ")}.`;
  return new InvalidSettings([{ source: "flag", place: "--forms", received, expected, hint }]);
}
