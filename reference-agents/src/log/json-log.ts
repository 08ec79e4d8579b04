/** Logs as JSON lines: timestamp, level, agent_id, message, and message_type, conversation_id, data where known (contract 9). */

import type { Clock, Log, LogEntry } from "@league-v2/sdk";
import { Redactor, timestamp } from "@league-v2/sdk";
import { destination, pino } from "pino";
import { isObject } from "../files/data-folder.js";

export type LogLevel = LogEntry["level"] | "silent";

export interface JsonLogOptions {
  /** A file, to which lines are appended, or the standard output. */
  readonly to: { readonly file: string } | "stdout";
  readonly level: LogLevel;
  readonly clock: Clock;
}

export interface JsonLog {
  /** The log of one agent; its id is read for each line, because an agent gets its id after its first lines. */
  for(agentId: () => string): Log;
  /** Whether lines of this level are written; if not, callers need not build them. */
  writes(level: LogEntry["level"]): boolean;
  close(): void;
}

/** Lines are written without a buffer, so that a crash loses none of them. */
export function openJsonLog({ to, level, clock }: JsonLogOptions): JsonLog {
  const target =
    to === "stdout"
      ? destination({ dest: 1, sync: true })
      : destination({ dest: to.file, mkdir: true, sync: true });
  // A log that cannot be written, e.g. on a full disk, does not end a league.
  target.on("error", (error: Error) => process.emitWarning(`the log cannot be written: ${error.message}`));
  const logger = pino(
    {
      level,
      customLevels: { critical: 60 },
      base: null,
      messageKey: "message",
      timestamp: () => `,"timestamp":"${timestamp(clock.now())}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    target,
  );
  const redactor = new Redactor();
  const writes = (wanted: LogEntry["level"]) => logger.isLevelEnabled(wanted);
  return {
    for: (agentId) => {
      const write = (entry: LogEntry) => {
        if (!writes(entry.level)) return;
        // The data is redacted first: a token that is found in it is redacted in the text too.
        const fields = fieldsOf(agentId(), entry, redactor);
        logger[entry.level](fields, redactor.text(entry.message));
      };
      return Object.assign(write, { writes });
    },
    writes,
    close: () => target.end(),
  };
}

/** Members without a field in the contract go into `data`. */
function fieldsOf(
  agent_id: string,
  { message_type, conversation_id, match_id, data }: LogEntry,
  redactor: Redactor,
): object {
  const known = {
    ...(match_id === undefined ? {} : { match_id }),
    ...(isObject(data) ? data : data === undefined ? {} : { value: data }),
  };
  return {
    agent_id,
    ...(message_type === undefined ? {} : { message_type }),
    ...(conversation_id === undefined ? {} : { conversation_id }),
    ...(Object.keys(known).length === 0 ? {} : { data: redactor.value(known) }),
  };
}
