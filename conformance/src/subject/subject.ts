/** The agent under test and its instances, which are started as often as needed or run already. */
export interface LaunchOptions {
  /** Display name for this instance. */
  name: string;
  /** The port that it serves on. */
  port: number;
  /** URL of the league manager that the suite plays. */
  league: string;
  /** For a manager: how many of each it waits for before the league begins. */
  players?: number | undefined;
  referees?: number | undefined;
  /** The instance that it succeeds: it finds the data that this one has left. */
  after?: Instance | undefined;
}

/** Both are null where the status is not known: the process that ended last was not the one that the suite had started. */
export interface Exit {
  code: number | null;
  signal: string | null;
  at_ms: number;
}

export interface Instance {
  readonly name: string;
  /** With the path /mcp. */
  readonly url: string;
  /** Resolves when it has ended for any cause; never for an agent that the suite did not start. */
  readonly exited: Promise<Exit>;
  /** Whether it has ended, for any cause. */
  hasEnded(): boolean;
  /** How it ended by itself; undefined while it runs, and where the suite has ended it. */
  exit(): Exit | undefined;
  /** The suite has ended it, or is about to: its end says nothing about the agent. */
  endedBySuite(): boolean;
  /** Processor time that it has used, in milliseconds; undefined where that cannot be known. */
  cpu_ms(): number | undefined;
  /** The last of what it wrote to its standard output and error. */
  output(): string;
  /** Resolves with true when it accepts connections, with false when it ended or did not within the time. */
  ready(withinMs: number): Promise<boolean>;
  /** Ends it at once (SIGKILL). What it has stored stays. */
  kill(): Promise<void>;
  /** Ends it: SIGTERM first, SIGKILL where that is not enough. Calling it twice is harmless. */
  stop(): Promise<void>;
}

interface SubjectTraits {
  /** As the report names it. */
  readonly label: string;
  /** False for an agent that runs already: it cannot be started again, nor asked for a second instance. */
  readonly canStart: boolean;
  /** Whether an instance that was killed can be started again with the data that it has left. */
  readonly canRestart: boolean;
  /** How many instances there can be at once. */
  readonly capacity: number;
}

/** An agent that the suite starts itself, as its command line says. */
export interface CommandSubject extends SubjectTraits {
  /** The program and its arguments, with the placeholders `{port}`, `{league}` and so on. */
  readonly words: readonly string[];
}

/** Agents that run already. */
export interface UrlSubject extends SubjectTraits {
  readonly urls: readonly string[];
  /** How long an agent that does not answer yet is waited for. */
  readonly waitMs: number;
  /** Receives a line that says so. */
  onWait?(text: string): void;
}

export interface Launcher {
  /** Starts one without waiting for it. @throws SubjectError */
  launch(options: LaunchOptions): Promise<Instance>;
  /** Ends everything that was started. */
  close(): Promise<void>;
}

/** An agent in this process, or any other that a program knows how to start. */
export interface InProcessSubject extends SubjectTraits, Launcher {}

/** Only the first start of a run makes a launcher from a command or a URL. */
export type Subject = CommandSubject | UrlSubject | InProcessSubject;

/** The agent could not be started or reached: exit status 3. */
export class SubjectError extends Error {
  override readonly name = "SubjectError";
}

// The end of an agent's process, for its author.

/** The end of an output says why a program ended; a trace of two exceptions is longer than a screen. */
const SHOWN_LINES = 12;

export function howItEnded({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code ?? "not known"}` : `signal ${signal}`;
}

export function lastOutput(output: string): string {
  return `its last output:\n${lastLines(output, SHOWN_LINES) || "(nothing)"}`;
}

/** The last lines of an output that are not blank. */
export function lastLines(output: string, count: number): string {
  return output
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}
