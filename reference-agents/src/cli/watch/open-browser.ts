/** Opens an address in the user's browser, if there is one. */
import { spawn } from "node:child_process";

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

export interface BrowserPlace {
  readonly platform: NodeJS.Platform;
  readonly environment: { readonly [variable: string]: string | undefined };
  /** Whether the output is a terminal. */
  readonly isTerminal: boolean;
}

/** Opens nothing without a browser; the address is printed in any case. */
export function openBrowser(url: string, place: BrowserPlace): void {
  const [program, ...args] = browserCommand(url, place) ?? [];
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  // A missing browser is no error.
  child.on("error", () => {});
  child.unref();
}

/** The program with its arguments; null without a terminal or a display, and in a CI job. */
export function browserCommand(
  url: string,
  { platform, environment, isTerminal }: BrowserPlace,
): readonly string[] | null {
  const program = programs[platform];
  const { DISPLAY, WAYLAND_DISPLAY, CI } = environment;
  const hasDisplay = platform !== "linux" || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (program === undefined || !isTerminal || !hasDisplay || (CI ?? "") !== "") return null;
  return [...program, url];
}
