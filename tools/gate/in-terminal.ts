/** Runs a program in a pseudo terminal, as its user sees it. */
import { spawnSync } from "node:child_process";

export const cursorUp = "\u001b[1A";

/** Python's, which the machine of a developer has. */
const spawnInTerminal = `
import os, pty, sys
def read(fd):
    return os.read(fd, 65536)
sys.exit(pty.spawn(sys.argv[1:], read) >> 8)
`;

/** In CI a test fails rather than being skipped. */
export const hasNoTerminal =
  process.env.CI === undefined && spawnSync("python3", ["-c", "import pty"]).status !== 0;

/** @param words the script that Node runs, and its arguments. @returns what it wrote, and its exit status */
export function inTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { readonly shown: string; readonly status: number | null } {
  const { CI: _, ...own } = process.env;
  const { status, stdout } = spawnSync("python3", ["-c", spawnInTerminal, process.execPath, ...words], {
    env: { ...own, TERM: "xterm", ...environment },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { shown: stdout.replaceAll("\r\n", "\n"), status };
}
