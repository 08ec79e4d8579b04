/** The processes of an agent that the suite has started: what the launcher asks about them, and how it ends them. */
import type { spawn } from "node:child_process";
import type { Clock } from "../sdk.js";
import { pause } from "../time/pause.js";

export interface AgentProcesses {
  /** Whether each agent gets a process group of its own, which a signal reaches as a whole. */
  readonly hasGroups: boolean;
  /** What starts a program of this machine. */
  start(): Promise<typeof spawn>;
  /** The process that was started and its descendants. */
  familyOf(started: number, mark: string): Family;
}

export interface Family {
  /** Ends all of them: first so that they can react to it where the system allows that, then in any case. */
  reap(clock: Clock): Promise<void>;
  /** The same without waiting, for the moment in which the suite itself must end. */
  killNow(): void;
  /** Whether one of them still runs. False where that cannot be known after the started process has ended. */
  isAnyAlive(): boolean;
  /** Whether one of them listens on the port; undefined where that cannot be known. */
  listensOn(port: number): boolean | undefined;
  /** The ports on which they listen, the lowest first; none where that cannot be known. */
  ports(): number[];
  /** Milliseconds of processor time that they have used; undefined where that cannot be known. */
  cpu_ms(): number | undefined;
}

/** Of a program that could not be started. */
export const noFamily: Family = {
  reap: async () => undefined,
  killNow: () => undefined,
  isAnyAlive: () => false,
  listensOn: () => false,
  ports: () => [],
  cpu_ms: () => undefined,
};

/** Every agent is started with a mark in its environment, which its descendants inherit. */
export const MARK = "LEAGUE_CONFORMANCE_MARK";

const GRACE_MS = 2_000;
const POLL_MS = 25;
/** A process that forks while it is being killed is found in the next turn. */
const KILL_TURNS = 20;

/**
 * SIGTERM to all of them, then, after a grace period, SIGKILL to those that are left. On Windows every signal ends a
 * process at once.
 * @param alive the ids of processes, or of groups with a negative sign, that live at the time of the call
 */
export async function endAll(clock: Clock, alive: () => Iterable<number>): Promise<void> {
  for (const target of alive()) signal(target, "SIGTERM");
  const hasEnded = () => [...firstOf(alive())].length === 0;
  for (const until = clock.now() + GRACE_MS; clock.now() < until; await pause(clock, POLL_MS))
    if (hasEnded()) return;
  for (let turn = 0; turn < KILL_TURNS && !hasEnded(); turn += 1) {
    for (const target of alive()) signal(target, "SIGKILL");
    await pause(clock, POLL_MS);
  }
}

function* firstOf(all: Iterable<number>): Generator<number> {
  for (const one of all) return yield one;
}

/** Whether the process lives, or with a negative id one of the group. */
export function lives(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch {
    return false;
  }
}

export function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // It has ended meanwhile.
  }
}
