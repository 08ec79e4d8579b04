/** Fallback choices: a player replaces each failed choice, so that the table does not show the fault of its strategy. */
import type { LogEntry } from "@league-v2/sdk";
import { plural } from "../league/describe.js";
import { printable } from "../league/printable.js";
import type { JsonLog } from "../log/index.js";

export class FallbackChoices {
  #count = 0;
  #first = "";

  /** The same log, which also counts the fallback choices, at any level. */
  watch(log: JsonLog): JsonLog {
    const writes = (level: LogEntry["level"]) => (level !== "debug" && level !== "info") || log.writes(level);
    return {
      writes,
      for: (agentId) => {
        const write = log.for(agentId);
        const watched = (entry: LogEntry) => {
          this.#note(agentId(), entry);
          write(entry);
        };
        return Object.assign(watched, { writes });
      },
      close: log.close,
    };
  }

  /** One line; null if no choice was replaced. */
  summary(): string | null {
    if (this.#count === 0) return null;
    return printable(`${plural(this.#count, "fallback choice")}, the first by ${this.#first}`);
  }

  #note(agentId: string, { message, match_id }: LogEntry): void {
    const because = /^fallback choice: (.*)/s.exec(message)?.[1];
    if (because === undefined) return;
    if (this.#count++ === 0) this.#first = `${agentId} in ${match_id}: ${because.replace(/\s+/g, " ")}`;
  }
}
