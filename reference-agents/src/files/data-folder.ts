/** The folder in which an agent stores its files (contract 9). */
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
