/** Processes of agents where there is no /proc: macOS, where a group of processes can be signalled, and Windows, where only trees can be ended. */
import { spawn, spawnSync } from "node:child_process";
import { type AgentProcesses, endAll, lives, noFamily, signal } from "./agent-processes.js";

export function portableProcesses(os: NodeJS.Platform): AgentProcesses {
  const hasGroups = os !== "win32";
  return {
    hasGroups,
    // Windows starts no script, such as `npx.cmd`, by itself.
    start: async () => (hasGroups ? spawn : (await import("cross-spawn")).default),
    familyOf: (started) => ({
      ...noFamily,
      isAnyAlive: () => lives(hasGroups ? -started : started),
      async reap(clock) {
        const all = [...(hasGroups ? [-started] : []), ...(await treeOf(started))];
        await endAll(clock, () => all.filter(lives));
      },
      killNow() {
        if (hasGroups) signal(-started, "SIGKILL");
        else spawnSync("taskkill", ["/pid", String(started), "/T", "/F"]);
      },
      listensOn: () => undefined,
    }),
  };
}

/** The process and its descendants, asked for before the first of them ends: then its children are no longer known to be so. */
async function treeOf(root: number): Promise<number[]> {
  const { default: pidtree } = await import("pidtree");
  return pidtree(root, { root: true }).catch(() => [root]);
}
