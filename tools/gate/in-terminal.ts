/** Runs a program in a pseudo terminal, as its user sees it. */
import { spawnSync } from "node:child_process";

export const cursorUp = "\u001b[1A";

/** Python's, which the machine of a developer has; its first argument is the number of columns. */
const spawnInTerminal = `
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:
        break
    if not shown:
        break
    sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitpid(pid, 0)[1] >> 8)
`;

/** In CI a test fails rather than being skipped. */
export const hasNoTerminal =
  process.env.CI === undefined && spawnSync("python3", ["-c", "import pty"]).status !== 0;

/** @param words the script that Node runs, and its arguments. @returns what it wrote, and its exit status */
export function inTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  columns = 80,
): { readonly shown: string; readonly status: number | null } {
  const { CI: _, ...own } = process.env;
  const args = ["-c", spawnInTerminal, String(columns), process.execPath, ...words];
  const { status, stdout } = spawnSync("python3", args, {
    env: { ...own, TERM: "xterm", ...environment },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { shown: stdout.replaceAll("\r\n", "\n"), status };
}
