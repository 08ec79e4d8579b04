/** An agent that the suite starts itself, each instance in a separate process group. */
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemReason, WriteError } from "@league-v2/sdk/node";
import { secureRandom } from "../sdk.js";
import { pause } from "../time/pause.js";
import type { Environment } from "../wire/environment.js";
import {
  type AgentProcesses,
  type Family,
  linuxProcesses,
  MARK,
  noFamily,
  portableProcesses,
} from "./agent-processes.js";
import { fillPlaceholders } from "./command-line.js";
import { accepts, StartedInstance } from "./started-instance.js";
import { type CommandSubject, type Launcher, type LaunchOptions, SubjectError } from "./subject.js";

const HOST = "127.0.0.1";
const OUTPUT_KEPT = 8_192;
const READY_POLL_MS = 40;
const DESCENDANTS_POLL_MS = 200;
/** Processes that were started together do not end at the same moment. */
const LATER_END_MS = 1_000;
/** An agent that listens on another port this long after its start ignores the assigned port. */
const OTHER_PORT_AFTER_MS = 1_000;

/** @throws WriteError */
function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "league-conformance-"));
  } catch (error) {
    throw new WriteError(`${tmpdir()} (TMPDIR names another folder)`, systemReason(error), error);
  }
}

function ofThisMachine(): AgentProcesses {
  return existsSync("/proc/self/environ") ? linuxProcesses : portableProcesses(process.platform);
}

export function commandLauncher(
  environment: Environment,
  { words }: Pick<CommandSubject, "words">,
  processes: AgentProcesses = ofThisMachine(),
): Launcher {
  const data = temporaryFolder();
  const running = new Set<CommandInstance>();
  const killAll = () => {
    for (const instance of running) instance.killNow();
  };
  // If the suite itself must go, nothing that it started stays behind.
  process.once("exit", killAll);
  const seen: SeenProcesses = { isOutlived: false };
  let count = 0;
  let closed = false;
  return {
    async launch(launch) {
      const busy = await accepts(HOST, launch.port);
      const start = await processes.start();
      // A start that was still under way when the run ended must not leave an agent behind.
      if (closed) throw new SubjectError("the run has ended");
      count += 1;
      const { after } = launch;
      const home = after instanceof CommandInstance ? after.home : mkdtempSync(join(data, `${count}-`));
      // Runs with the same seed share a machine: a mark from the seed would let one run end the agents of the other.
      const mark = Buffer.from(secureRandom.bytes(12)).toString("hex");
      const around = { home, mark, busy, seen, processes, start };
      const instance = new CommandInstance(environment, words, launch, around);
      running.add(instance);
      return instance;
    },
    async close() {
      closed = true;
      // Those that have ended by themselves too: they may have left child processes behind.
      await Promise.all([...running].map((instance) => instance.stop()));
      running.clear();
      process.removeListener("exit", killAll);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface ProcessOptions {
  home: string;
  mark: string;
  /** Another program listened on its port before it was started. */
  busy: boolean;
  seen: SeenProcesses;
  processes: AgentProcesses;
  start: Awaited<ReturnType<AgentProcesses["start"]>>;
}

/** Observations about the processes of one agent's instances. */
interface SeenProcesses {
  /** The process that is started leaves the work to another one, and ends. */
  isOutlived: boolean;
}

class CommandInstance extends StartedInstance {
  private readonly around: ProcessOptions;
  private readonly child: ChildProcess;
  private readonly family: Family;
  private text = "";
  private stopping: Promise<void> | undefined;
  /** Its output already says that its port belongs to another program. */
  private isConflictReported = false;

  constructor(
    environment: Environment,
    words: readonly string[],
    launch: LaunchOptions,
    around: ProcessOptions,
  ) {
    super(environment.clock, launch);
    this.around = around;
    const values = {
      port: String(launch.port),
      league: launch.league,
      name: launch.name,
      data: around.home,
      players: String(launch.players ?? ""),
      referees: String(launch.referees ?? ""),
    };
    const [program = "", ...args] = fillPlaceholders(words, values);
    this.child = around.start(program, args, {
      detached: around.processes.hasGroups,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PORT: values.port,
        LEAGUE_URL: values.league,
        AGENT_NAME: values.name,
        DATA_DIR: values.data,
        LEAGUE_PLAYERS: values.players,
        LEAGUE_REFEREES: values.referees,
        [MARK]: around.mark,
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => this.write(text));
    const { pid } = this.child;
    this.family = pid === undefined ? noFamily : around.processes.familyOf(pid, around.mark);
    this.child.once("exit", (code, signal) => {
      // On a busy machine its end is known only after another process has answered on its port.
      if (!this.endedBySuite() && this.family.listensOn(launch.port) === true) around.seen.isOutlived = true;
      void this.outlived().then((isOutlived) => {
        // The other one may have ended before it could be seen.
        const isUnseen = code === 0 && around.seen.isOutlived;
        if (isOutlived || isUnseen) this.end(null);
        else this.end(code, signal);
      });
    });
    this.child.once("error", (error) => {
      this.write(`cannot start ${program}: ${whyNot(error)}\n`);
      this.end(null);
    });
  }

  /** Its data directory. */
  get home(): string {
    return this.around.home;
  }

  override cpu_ms(): number | undefined {
    return this.family.cpu_ms();
  }

  output(): string {
    return this.text;
  }

  async ready(withinMs: number): Promise<boolean> {
    const { clock } = this;
    const until = clock.now() + withinMs;
    let looksElsewhereAt = clock.now() + OTHER_PORT_AFTER_MS;
    while (this.ended === undefined && clock.now() < until) {
      if (clock.now() > looksElsewhereAt) {
        if (await this.servesElsewhere()) return true;
        // It reads of every process of the machine, which a slow start must not pay at each poll.
        looksElsewhereAt = clock.now() + OTHER_PORT_AFTER_MS;
      }
      if (await accepts(HOST, this.launch.port)) {
        if (this.isOwnPort()) {
          if (this.child.exitCode !== null) this.around.seen.isOutlived = true;
          return true;
        }
        if (!this.isConflictReported)
          this.write(`address already in use: another program listens on ${this.launch.port}\n`);
        this.isConflictReported = true;
      }
      await pause(clock, READY_POLL_MS);
    }
    return false;
  }

  stop(): Promise<void> {
    this.isStopped = true;
    this.stopping ??= this.reap();
    return this.stopping;
  }

  async kill(): Promise<void> {
    this.killNow();
    await this.exited;
  }

  killNow(): void {
    this.isStopped = true;
    this.family.killNow();
  }

  /** Whether what answers on its port is this agent. Where that cannot be known: whether the port was free before. */
  private isOwnPort(): boolean {
    return this.family.listensOn(this.launch.port) ?? !this.around.busy;
  }

  /** Whether it listens on another port than the assigned one; from then on that port is used. */
  private async servesElsewhere(): Promise<boolean> {
    const { port: assigned } = this.launch;
    const [port] = this.family.ports();
    if (port === undefined || port === assigned || (await accepts(HOST, assigned))) return false;
    this.write(`The agent was started with port ${assigned} and listens on ${port}.\n`);
    this.url = `http://${HOST}:${port}/mcp`;
    return true;
  }

  /**
   * Resolves when its last process has ended: with true when the process that was started had left the work to another
   * one, whose exit status is not known. One that only ends a little later has not taken the work over.
   */
  private async outlived(): Promise<boolean> {
    const { clock } = this;
    const since = clock.now();
    let isOutlived = false;
    while (!this.endedBySuite() && this.family.isAnyAlive()) {
      isOutlived = this.around.seen.isOutlived || clock.now() - since > LATER_END_MS;
      await pause(clock, DESCENDANTS_POLL_MS);
    }
    return isOutlived;
  }

  private async reap(): Promise<void> {
    if (this.child.pid === undefined) return;
    await this.family.reap(this.clock);
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    await this.exited;
  }

  private write(text: string): void {
    this.text = (this.text + text).slice(-OUTPUT_KEPT);
  }
}

function whyNot(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such program, neither as a path nor on the PATH (ENOENT)";
  return error.code === "EACCES" ? "the file may not be executed (EACCES)" : error.message;
}
