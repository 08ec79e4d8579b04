import { isReplayId } from "../replay-id.js";
import type { CheckResult, Report } from "../types.js";

/** The command-line option for the agent of a report: `--url …` or `--command …`. */
export function agentOption(agent: string): string {
  const places = agent.split(", ");
  if (places.every(isWebAddress)) return places.map((place) => `--url ${place}`).join(" ");
  return `--command ${shellQuoted(agent)}`;
}

/** Whether the agent was already running; otherwise the suite started it. */
export function isReachedByUrl(agent: string): boolean {
  return agent.split(", ").every(isWebAddress);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

/** Every shell supports double quotes; single quotes, which Windows has not, only for characters that are special inside of them. */
export function shellQuoted(text: string, os: NodeJS.Platform = process.platform): string {
  if (os === "win32") return `"${text.replaceAll('"', '\\"')}"`;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

/** The report with commands: the id of one run of a check is replaced by the command that repeats it. JSON keeps the id. */
export function withCommands(report: Report): Report {
  const { agent, options = [] } = report;
  const around = [
    agentOption(agent),
    ...options.map((word) => (/^[\w./:=-]+$/.test(word) ? word : shellQuoted(word))),
  ];
  return { ...report, checks: report.checks.map((check) => withCommand(check, around.join(" "))) };
}

function withCommand(check: CheckResult, around: string): CheckResult {
  const { reproduce } = check;
  if (reproduce === undefined || !isReplayId(reproduce.replay)) return check;
  const replay = `npx league-conformance replay ${reproduce.replay} ${around}`;
  return { ...check, reproduce: { ...reproduce, replay } };
}
