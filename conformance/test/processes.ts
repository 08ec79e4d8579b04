/** The processes of a test, each in a separate process group, so that all of them end with the test. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { marked } from "../src/subject/agent-processes.js";

const POLL_MS = 20;

export interface Started {
  readonly pid: number;
  /** The text of both outputs so far. */
  output(): string;
  /** Resolves when its output matches; rejects when it ends before that. */
  says(pattern: RegExp): Promise<void>;
  /** Its exit code, null after a signal. */
  readonly ended: Promise<number | null>;
}

export class Processes {
  readonly #children: ChildProcess[] = [];

  start(words: readonly string[], cwd: string, env: Record<string, string> = {}): Started {
    const [program = "", ...args] = words;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("exit", resolve);
      child.once("error", reject);
    });
    const says = (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (pattern.test(output)) resolve();
        };
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        child.once("close", () =>
          reject(new Error(`${words.join(" ")} ended without ${pattern}:\n${output}`)),
        );
        look();
      });
    return { pid: child.pid ?? 0, output: () => output, says, ended };
  }

  /** Ends the groups, including forked processes. */
  endAll(): void {
    for (const { pid } of this.#children.splice(0)) {
      try {
        if (pid !== undefined) process.kill(-pid, "SIGKILL");
      } catch {
        // The group has ended by itself.
      }
    }
  }
}

export function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

export async function listening(port: number): Promise<void> {
  while (!(await isListening(port))) await setTimeout(POLL_MS);
}

/** The answer to a call of the league manager, or to `ping`. */
export async function send(port: number, method: string, message_type: string, more: object = {}) {
  const params = {
    protocol: "league.v2",
    message_type,
    sender: "league_manager",
    timestamp: new Date().toISOString(),
    conversation_id: `conv-${method}`,
    ...more,
  };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return response.json() as Promise<{ result?: Record<string, unknown> }>;
}

// The processes that the suite has started for this test, found by a variable of their environment.

const MARK = `CONFORMANCE_TEST=${process.pid}`;

process.env.CONFORMANCE_TEST = String(process.pid);

/** The processes that still run; those of other runs on the machine have other markers. */
export function ownProcesses(): number[] {
  return marked("").filter((pid) => environmentOf(pid).includes(MARK));
}

/** The environment of a process; empty if it has ended since it was listed. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
