import { connect } from "node:net";
import type { Clock } from "../sdk.js";
import type { Exit, Instance, LaunchOptions } from "./subject.js";

/** An instance that the suite has started, and whether it has ended by itself. */
export abstract class StartedInstance implements Instance {
  readonly name: string;
  url: string;
  readonly exited: Promise<Exit>;
  protected readonly clock: Clock;
  protected readonly launch: LaunchOptions;
  /** The suite has ended it, or is about to. */
  protected isStopped = false;
  protected ended: Exit | undefined;
  private isEndedByItself = false;
  private resolve: (exit: Exit) => void = () => undefined;

  constructor(clock: Clock, launch: LaunchOptions) {
    this.clock = clock;
    this.launch = launch;
    this.name = launch.name;
    this.url = `http://127.0.0.1:${launch.port}/mcp`;
    this.exited = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  hasEnded(): boolean {
    return this.ended !== undefined;
  }

  exit(): Exit | undefined {
    return this.isEndedByItself ? this.ended : undefined;
  }

  endedBySuite(): boolean {
    return this.isStopped && !this.isEndedByItself;
  }

  cpu_ms(): number | undefined {
    return undefined;
  }

  /** Its process has ended. Only the first call counts. */
  protected end(code: number | null, signal: string | null = null): void {
    if (this.ended !== undefined) return;
    this.ended = { code, signal, at_ms: this.clock.now() };
    this.isEndedByItself = !this.isStopped;
    this.resolve(this.ended);
  }

  abstract output(): string;
  abstract ready(withinMs: number): Promise<boolean>;
  abstract kill(): Promise<void>;
  abstract stop(): Promise<void>;
}

/** Whether the port accepts connections. Readiness is the TCP port: not every agent serves /health. */
export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
