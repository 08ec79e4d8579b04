/** Earlier ids of checks, as they are in reports, baselines and scripts of users. */
import { readFileSync } from "node:fs";
import { packageFolder } from "./package-folder.js";

let renamed: Readonly<Record<string, string>> | undefined;

/** The id that this check or mutant has now. */
export function currentId(id: string): string {
  renamed ??= JSON.parse(readFileSync(new URL("renamed-ids.json", packageFolder), "utf8")) as Record<
    string,
    string
  >;
  return renamed[id] ?? id;
}
