/** Shows an address in the reader's browser, where there is one. */
import { spawn } from "node:child_process";

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

export interface BrowserPlace {
  readonly platform: NodeJS.Platform;
  readonly environment: { readonly [variable: string]: string | undefined };
  /** A person sits at a terminal. */
  readonly isTerminal: boolean;
}

/** Without a terminal or a display nothing is opened: the address is printed in any case. */
export function openBrowser(url: string, { platform, environment, isTerminal }: BrowserPlace): void {
  const [program, ...args] = programs[platform] ?? [];
  const { DISPLAY, WAYLAND_DISPLAY, CI } = environment;
  const hasDisplay = platform !== "linux" || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
  if (program === undefined || !isTerminal || !hasDisplay || CI !== undefined) return;
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  // No browser is no fault.
  child.on("error", () => {});
  child.unref();
}
