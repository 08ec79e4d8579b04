/** A config file: one JSON object, its members named like the flags with `_` for `-`. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { StartupError } from "@league-v2/sdk";

export interface ConfigFile {
  /** The path as the user wrote it. */
  readonly path: string;
  readonly content: { readonly [name: string]: unknown };
  /** The file of the level before, whose values count where this file has none. */
  readonly under?: ConfigFile | null;
  /** Settings of other commands, which a file of several agents may have. */
  readonly otherNames?: readonly string[];
}

/** @throws StartupError INVALID_CONFIG for a file that is missing or not a JSON object */
export async function readConfigFile(path: string, folder: string): Promise<ConfigFile> {
  const content = parse(await read(resolve(folder, path), path), path);
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw invalid(
      `${path}: the whole file must be one JSON object`,
      'For example: {"port": 8000, "players": 4}',
    );
  }
  return { path, content: content as ConfigFile["content"] };
}

/**
 * The files of several levels (IS 6.2: system, league, game, agent), the most general one first. The last one has settings of its
 * command only; those before are shared, and may have settings of any command.
 * @param everyName the settings of all commands, as they are named in files
 */
export async function readConfigFiles(
  paths: readonly string[],
  folder: string,
  everyName: readonly string[],
): Promise<ConfigFile | null> {
  const files = await Promise.all(paths.map((path) => readConfigFile(path, folder)));
  return files.reduce<ConfigFile | null>(
    (under, file, index) => ({ ...file, under, otherNames: index < files.length - 1 ? everyName : [] }),
    null,
  );
}

async function read(absolute: string, path: string): Promise<string> {
  try {
    return await readFile(absolute, "utf8");
  } catch (error) {
    throw invalid(
      `the config file ${path} cannot be read: ${messageOf(error)}`,
      "Check the path that --config names.",
      error,
    );
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(withoutBom(text));
  } catch (error) {
    throw invalid(
      `${path} is not JSON: ${messageOf(error)}`,
      "Config files are JSON: double quotes, no comments, no trailing commas.",
      error,
    );
  }
}

/** Editors on Windows begin files with a byte order mark, which JSON does not have. */
export function withoutBom(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function invalid(message: string, hint: string, cause?: unknown): StartupError {
  return new StartupError("INVALID_CONFIG", message, hint, cause);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
