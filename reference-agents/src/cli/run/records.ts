/** The records of a command: its log, and its files if it was given a folder. */
import { join, resolve } from "node:path";
import { type Clock, type Log, StartupError } from "@league-v2/sdk";
import { dataFault, openDataFolder, reasonOf, WriteBehind } from "../../files/index.js";
import { printable } from "../../league/describe.js";
import type { LogLevel } from "../../log/json-log.js";
import { type JsonLog, openJsonLog } from "../../log/json-log.js";
import type { CliContext } from "../cli-context.js";

export interface RecordsOptions {
  /** Absolute; null for none. */
  readonly folder: string | null;
  /** Inside of the folder. */
  readonly logFile: string;
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Where the log goes without a folder. */
  readonly target: "stdout" | "nowhere";
}

export class Records {
  /** Absolute; null without a data folder. */
  readonly folder: string | null;
  readonly log: JsonLog;
  readonly files: WriteBehind;

  private constructor(folder: string | null, log: JsonLog, agentId: string) {
    this.folder = folder;
    this.log = log;
    const write: Log = log.for(() => agentId);
    this.files = new WriteBehind({
      onError: (path, error) =>
        write({ level: "critical", message: `${path} could not be written: ${reasonOf(error)}` }),
    });
  }

  /** @param agentId the agent id of log lines about files. @throws StartupError DATA_INIT_FAILED */
  static async open(options: RecordsOptions, agentId: string): Promise<Records> {
    const { level, clock, target, logFile } = options;
    if (options.folder === null) {
      const log = openJsonLog({ to: "stdout", level: target === "stdout" ? level : "silent", clock });
      return new Records(null, log, agentId);
    }
    const folder = await openDataFolder(options.folder);
    try {
      return new Records(folder, openJsonLog({ to: { file: join(folder, logFile) }, level, clock }), agentId);
    } catch (error) {
      throw dataFault(`the log ${join(folder, logFile)} cannot be opened: ${reasonOf(error)}`, error);
    }
  }

  /** The log of an agent's server: what its gateway warns of, such as a referee that invites no player, is also for the operator. */
  withWarnings(agentId: () => string, { error }: Pick<CliContext, "error">): Log {
    const log = this.log.for(agentId);
    return (entry) => {
      log(entry);
      if (entry.level === "warn") error(printable(entry.message));
    };
  }

  /** Resolves when all files are on the disk. @throws StartupError when a file could not be written */
  async close(): Promise<void> {
    await this.files.drain();
    this.log.close();
    const [failure] = this.files.failed;
    if (failure === undefined) return;
    const [path, error] = failure;
    throw new StartupError(
      "DATA_INIT_FAILED",
      `${path} could not be written: ${reasonOf(error)}`,
      "Look for the space and the rights that are left there.",
      error,
    );
  }
}

/** The data folder that a setting names. */
export function folderOf(data: string | undefined, { folder }: CliContext): string | null {
  return data === undefined ? null : resolve(folder, data);
}
