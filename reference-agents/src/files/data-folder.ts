/** The folder in which an agent stores its files (contract 9). */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startupErrors } from "@league-v2/contract";
import { StartupError } from "@league-v2/sdk";
import { writeAtomically } from "./write-atomically.js";

/**
 * Makes the folder if it is missing and proves that it can be written to.
 * @returns its absolute path
 * @throws StartupError DATA_INIT_FAILED
 */
export async function openDataFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    await mkdir(path, { recursive: true });
    // Agents that share the folder may start at the same time, so each uses its own probe file.
    const probe = await mkdtemp(join(path, ".league-probe-"));
    await writeAtomically(join(probe, "probe"), "");
    await rm(probe, { recursive: true });
    return path;
  } catch (error) {
    throw dataFault(`the data folder ${path} cannot be used: ${reasonOf(error)}`, error);
  }
}

/** The folder, or a file in it, cannot be used. */
export function dataFault(message: string, cause?: unknown): StartupError {
  return new StartupError("DATA_INIT_FAILED", message, startupErrors.DATA_INIT_FAILED.hint, cause);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
