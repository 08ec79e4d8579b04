// Programs that the packaging runs, and the folder in which it does.
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a program to its end. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (error) throw error;
  return { ok: status === 0, stdout, stderr, output: `${stdout}${stderr}`.trim() };
}

/** The same for a program that must succeed. */
export function demand(command, args, options = {}) {
  const result = run(command, args, options);
  if (!result.ok) throw new Error(`${command} ${args.join(" ")} failed:\n${result.output}`);
  return result;
}

// A folder for what is installed and tried: in memory where there is room, as creating ten thousand files on a disk costs
// more than everything else that `npm install` does.
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
