/** Temporary folders of tests, all of them in one that is removed at the end, also after a failed or interrupted test. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "league-tests-";

/** Before the workers start: they inherit the environment. */
export function setup(): (() => void) | undefined {
  // Each of vitest's projects runs this.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // Root starts PostgreSQL as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** An empty folder, which no test removes. */
export function newFolder(prefix = "test-"): string {
  return mkdtempSync(join(tmpdir(), prefix));
}
