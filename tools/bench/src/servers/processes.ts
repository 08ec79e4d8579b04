/** The processes of the measurement: one for each server, and one that puts load on them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { LoadOrder, LoadReport } from "./load.ts";
import type { ServerSays } from "./program.ts";

/** A process that answers each message with one. */
class Worker {
  readonly #process: ChildProcess;
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
    this.#process = fork(new URL(program, import.meta.url), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  ask<Answer>(question: object): Promise<Answer> {
    this.#process.send(question);
    return this.next();
  }

  async next<Answer>(): Promise<Answer> {
    const quit = new AbortController();
    const { signal } = quit;
    const dies = once(this.#process, "exit", { signal }).then(([code]) => {
      throw new Error(`${this.#program} has ended with ${code}`);
    });
    try {
      const [answer] = await Promise.race([once(this.#process, "message", { signal }), dies]);
      return answer;
    } finally {
      quit.abort();
      dies.catch(() => {});
    }
  }

  end(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}

export interface ServerUnderTest {
  readonly name: string;
  readonly port: number;
  /** The processor time that the server has taken so far, in microseconds. */
  cpuMicroseconds(): Promise<number>;
  end(): void;
}

/** Starts one of the server programs in this folder; resolves when it listens. */
export async function startServer(name: string, program: string): Promise<ServerUnderTest> {
  const worker = new Worker(program);
  const first = await worker.next<ServerSays>();
  if (!("port" in first)) throw new Error(`${program} did not send its port first`);
  return {
    name,
    port: first.port,
    cpuMicroseconds: async () => (await worker.ask<{ cpuMicroseconds: number }>({})).cpuMicroseconds,
    end: () => worker.end(),
  };
}

export interface LoadGenerator {
  run(order: LoadOrder): Promise<LoadReport>;
  end(): void;
}

export function startLoadGenerator(): LoadGenerator {
  const worker = new Worker("./load.ts");
  return { run: (order) => worker.ask(order), end: () => worker.end() };
}
