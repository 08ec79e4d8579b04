/** A reader sees the old file or the new one, whole, whatever happens in between. */
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Temporary names of this process never meet: two files of one name may be written at once. */
let written = 0;

/**
 * Writes beside the target, flushes to the disk, and renames. The folders are made if they are missing.
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
