// A folder for what is installed and tried: in memory where there is room, as creating ten thousand files on a disk costs
// more than everything else that `npm install` does.
import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";

/** Several times what the projects take. */
const NEEDED_BYTES = 1_500_000_000;

/** @returns {string} a new folder, which the caller removes */
export function scratchFolder() {
  return mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), "league-packaging-"));
}

function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
