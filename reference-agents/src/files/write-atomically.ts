/** Writes files so that a reader sees the complete old file or the complete new one, also after a crash. */
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes temporary names unique in this process: one file may be written twice at the same time. */
let written = 0;

/**
 * Writes a temporary file next to the target, flushes it to the disk, and renames it. The folders are made if they are missing.
 * @param mode who may read it; for a secret 0o600
 */
export async function writeAtomically(path: string, text: string, mode = 0o666): Promise<void> {
  const temporary = `${path}.${process.pid}-${++written}.tmp`;
  try {
    const file = await openIn(temporary, mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function openIn(path: string, mode: number) {
  try {
    return await open(path, "w", mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(dirname(path), { recursive: true });
    return open(path, "w", mode);
  }
}
