/** A config file: one JSON object, its members named like the flags with `_` for `-`. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { StartupError } from "@league-v2/sdk";
import { isObject, reasonOf } from "../files/data-folder.js";

export interface ConfigFile {
  /** The path as the user wrote it. */
  readonly path: string;
  readonly content: { readonly [name: string]: unknown };
  /** Settings of other commands, which a file of several agents may have. */
  readonly otherNames: readonly string[];
}

/**
 * The files of several levels (IS 6.2: system, league, game, agent). The last one has settings of its command only; those before
 * are shared, and may have settings of any command.
 * @param paths the most general one first
 * @param everyName the settings of all commands, as they are named in files
 * @returns the most particular one first
 * @throws StartupError INVALID_CONFIG for a file that is missing or not a JSON object
 */
export async function readConfigFiles(
  paths: readonly string[],
  folder: string,
  everyName: readonly string[],
): Promise<ConfigFile[]> {
  const [own, ...shared] = paths.toReversed();
  if (own === undefined) return [];
  return Promise.all([
    readConfigFile(own, folder, []),
    ...shared.map((path) => readConfigFile(path, folder, everyName)),
  ]);
}

async function readConfigFile(
  path: string,
  folder: string,
  otherNames: readonly string[],
): Promise<ConfigFile> {
  const content = parse(await read(resolve(folder, path), path), path);
  if (isObject(content)) return { path, content, otherNames };
  const hint = 'For example: {"port": 8000, "players": 4}';
  throw configFault(`${path}: the whole file must be one JSON object`, hint);
}

async function read(absolute: string, path: string): Promise<string> {
  try {
    return await readFile(absolute, "utf8");
  } catch (error) {
    throw configFault(
      `the config file ${path} cannot be read: ${reasonOf(error)}`,
      "Check the path that --config names.",
      error,
    );
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(withoutBom(text));
  } catch (error) {
    throw configFault(
      `${path} is not JSON: ${reasonOf(error)}`,
      "Config files are JSON: double quotes, no comments, no trailing commas.",
      error,
    );
  }
}

/** Editors on Windows begin files with a byte order mark, which JSON does not have. */
export function withoutBom(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** A setting, or a file that it names, cannot be used. @param hint what the user can do */
export function configFault(message: string, hint: string, cause?: unknown): StartupError {
  return new StartupError("INVALID_CONFIG", message, hint, cause);
}
