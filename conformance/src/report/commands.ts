/** The commands that repeat a run or one of its checks. */
import type { CheckResult, Report, Role } from "../types.js";
import { UsageError } from "../usage-error.js";

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

// Names one check of one run: `player/join/joins-in-time@player.1234` is that check, on a player, with the seed 1234.

export interface Replay {
  checkId: string;
  role: Role;
  seed: number;
}

export function replayId({ checkId, role, seed }: Replay): string {
  return `${checkId}@${role}.${seed}`;
}

const REPLAY_ID = /^(.+)@(player|referee|manager)\.(\d{1,15})$/;

export function isReplayId(text: string): boolean {
  return REPLAY_ID.test(text);
}

/** @throws UsageError */
export function parseReplay(id: string): Replay {
  const parts = REPLAY_ID.exec(id);
  if (parts === null)
    throw new UsageError(`"${id}" is no replay id; one reads player/join/joins-in-time@player.1234`);
  const [, checkId = "", role, seed] = parts;
  return { checkId, role: role as Role, seed: Number(seed) };
}
