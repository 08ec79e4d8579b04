/** The folder in which an agent stores its files (contract 9). */

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startupErrors } from "@league-v2/contract";
import { StartupError } from "@league-v2/sdk";
import { assertWritable, makeFolder, systemReason, WriteError } from "@league-v2/sdk/node";

/**
 * Makes the folder if it is missing and proves that it can be written to.
 * @returns its absolute path
 * @throws StartupError DATA_INIT_FAILED
 */
export async function openDataFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    await makeFolder(path);
    await assertWritable(join(path, "probe"));
    return path;
  } catch (error) {
    const reason = systemReason(error instanceof WriteError ? error.cause : error);
    throw dataFault(`the data folder ${path} cannot be used: ${reason}`, error);
  }
}

/** The folder, or a file in it, cannot be used. */
export function dataFault(message: string, cause?: unknown): StartupError {
  return new StartupError("DATA_INIT_FAILED", message, startupErrors.DATA_INIT_FAILED.hint, cause);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The parsed content of a file; undefined if it does not exist. @throws StartupError DATA_INIT_FAILED for one that cannot be read */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw dataFault(`${path} cannot be read: ${reasonOf(error)}`, error);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function areTexts(content: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof content[name] === "string");
}

/**
 * Ids come from other machines; a file name made of one must stay inside its folder.
 * The same id always gives the same name, different ids give different names, and plain ids stay as they are.
 */
export function safeName(id: string): string {
  const encoded = [...new TextEncoder().encode(id)]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hexOf(byte)))
    .join("");
  return encoded.replace(/^\./, "%2E") || "%";
}

function isPlain(byte: number): boolean {
  return /[A-Za-z0-9._-]/.test(String.fromCharCode(byte));
}

function hexOf(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
