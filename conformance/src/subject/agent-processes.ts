/** The processes of an agent that the suite has started: what the launcher asks about them, and how it ends them. */
import type { spawn } from "node:child_process";
import type { Clock } from "../sdk.js";

export interface AgentProcesses {
  /** Whether each agent gets a process group of its own, which a signal reaches as a whole. */
  readonly hasGroups: boolean;
  /** What starts a program of this machine. */
  start(): Promise<typeof spawn>;
  /** Ends all of them: first so that they can react to it where the system allows that, then in any case. */
  reap(clock: Clock, started: number, mark: string): Promise<void>;
  /** The same without waiting, for the moment in which the suite itself must end. */
  killNow(started: number, mark: string): void;
  /** Whether one of them still runs. False where that cannot be known after the started process has ended. */
  isAnyAlive(started: number, mark: string): boolean;
  /** Whether one of them listens on the port; undefined where that cannot be known. */
  listensOn(port: number, started: number, mark: string): boolean | undefined;
  /** The ports on which they listen, the lowest first; none where that cannot be known. */
  ports(started: number, mark: string): number[];
  /** Milliseconds of processor time that they have used; undefined where that cannot be known. */
  cpu_ms(started: number): number | undefined;
}
