import { type Log, type LogEntry, learnSecret } from "./log.js";
import { onDemand } from "./on-demand.js";

/** For agents with a log. */
export const redaction = onDemand(() => import("./redactor.js"));

/**
 * A log that removes tokens from every entry. An entry that the log does not write is not redacted.
 * @param secrets tokens that no line may contain
 * @param own has the agent's own token
 */
export function redactedLog(
  log: Log | undefined,
  secrets: Set<string>,
  own: { readonly token: string | undefined },
): Log {
  const writes = (level: LogEntry["level"]) => log !== undefined && log.writes?.(level) !== false;
  const write = (entry: LogEntry) => {
    if (!writes(entry.level)) return;
    learnSecret(secrets, own.token);
    const writing = redaction.use(({ Redactor }) => log?.(new Redactor(secrets).value(entry) as LogEntry));
    // A log that throws, or code that cannot be loaded, must not end the agent.
    if (writing instanceof Promise) writing.catch(() => {});
  };
  return Object.assign(write, { writes });
}
