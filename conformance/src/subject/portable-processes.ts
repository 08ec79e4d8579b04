/** Processes of agents where there is no /proc: macOS, where a group of processes can be signalled, and Windows, where only trees can be ended. */
import { spawn, spawnSync } from "node:child_process";
import { pause } from "../time/pause.js";
import type { AgentProcesses } from "./agent-processes.js";
import { groupLives, signal } from "./signals.js";

const GRACE_MS = 2_000;
const POLL_MS = 25;

export function portableProcesses(os: NodeJS.Platform): AgentProcesses {
  const hasGroups = os !== "win32";
  return {
    hasGroups,
    // Windows starts no script, such as `npx.cmd`, by itself.
    start: async () => (hasGroups ? spawn : (await import("cross-spawn")).default),
    isAnyAlive: (started) => (hasGroups ? groupLives(started) : lives(started)),
    async reap(clock, started) {
      const all = await treeOf(started);
      const isAnyAlive = () => (hasGroups && groupLives(started)) || all.some(lives);
      for (const name of ["SIGTERM", "SIGKILL"] as const) {
        // On Windows every signal ends a process at once.
        for (const target of [...(hasGroups ? [-started] : []), ...all]) signal(target, name);
        for (const until = clock.now() + GRACE_MS; clock.now() < until && isAnyAlive(); )
          await pause(clock, POLL_MS);
        if (!isAnyAlive()) return;
      }
    },
    killNow(started) {
      if (hasGroups) signal(-started, "SIGKILL");
      else spawnSync("taskkill", ["/pid", String(started), "/T", "/F"]);
    },
    listensOn: () => undefined,
    ports: () => [],
    cpu_ms: () => undefined,
  };
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The process and its descendants, asked for before the first of them ends: then its children are no longer known to be so. */
async function treeOf(root: number): Promise<number[]> {
  const { default: pidtree } = await import("pidtree");
  return pidtree(root, { root: true }).catch(() => [root]);
}
