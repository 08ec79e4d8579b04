/** Reads wire profiles: bundled ones by name, others by file, `extends` applied. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { isObject } from "../json/pointer.js";
import { nearest } from "../text/nearest.js";
import { lintProfile, type ProfileFault } from "./lint.js";
import { mergeRules } from "./rules.js";
import type { MessageRules, WireProfile } from "./types.js";

const BUNDLED = fileURLToPath(new URL("../../profiles/", import.meta.url));
const DEEPEST_EXTENDS = 8;

export class ProfileError extends Error {
  override readonly name = "ProfileError";
}

/** The names of the profiles that come with the package; canonical first. */
export function bundledProfiles(): string[] {
  const names = readdirSync(BUNDLED)
    .filter((file) => file.endsWith(".yaml") && !file.startsWith("example"))
    .map((file) => file.slice(0, -".yaml".length));
  return names.toSorted(
    (a, b) => Number(b === "canonical") - Number(a === "canonical") || a.localeCompare(b),
  );
}

/** @param nameOrFile a bundled name (`canonical`), or the path of a YAML or JSON file */
export function loadProfile(nameOrFile: string): WireProfile {
  return build(nameOrFile, process.cwd(), 0);
}

function build(nameOrFile: string, from: string, depth: number): WireProfile {
  if (depth > DEEPEST_EXTENDS)
    throw new ProfileError(`the profiles extend each other in a circle (at ${nameOrFile})`);
  const file = fileOf(nameOrFile, from);
  const document = read(file, nameOrFile);
  const faults = lintProfile(document);
  if (faults.length > 0)
    throw new ProfileError(`${nameOrFile} is not a wire profile:\n${faults.map(line).join("\n")}`);
  const own = document as Partial<WireProfile>;
  const blank = { envelope: {}, messages: {} };
  if (own.extends === undefined) return { ...blank, ...own } as WireProfile;
  const base = build(own.extends, dirname(file), depth + 1);
  return {
    ...base,
    ...own,
    envelope: mergeRules(base.envelope, own.envelope ?? {}),
    messages: mergeMessages(base.messages, own.messages ?? {}),
  };
}

function mergeMessages(base: WireProfile["messages"], own: WireProfile["messages"]): WireProfile["messages"] {
  const merged: Record<string, MessageRules> = { ...base };
  for (const [type, rules] of Object.entries(own)) merged[type] = mergeRules(base[type] ?? {}, rules);
  return merged;
}

function fileOf(nameOrFile: string, from: string): string {
  const names = bundledProfiles();
  if (names.includes(nameOrFile)) return resolve(BUNDLED, `${nameOrFile}.yaml`);
  if (/[./\\]/.test(nameOrFile)) return resolve(from, nameOrFile);
  throw new ProfileError(
    `there is no wire profile "${nameOrFile}" (bundled: ${names.join(", ")}; or the path of a file). ${nearest(nameOrFile, names) ?? ""}`.trim(),
  );
}

function read(file: string, shown: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new ProfileError(`cannot read the wire profile ${shown}`);
  }
  try {
    const document: unknown = parse(text);
    if (isObject(document)) delete document.$schema;
    return document;
  } catch (error) {
    throw new ProfileError(
      `${shown} is not YAML or JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function line({ pointer, problem, hint }: ProfileFault): string {
  return `  ${pointer === "" ? "/" : pointer}: ${problem}${hint === undefined ? "" : ` (${hint})`}`;
}
