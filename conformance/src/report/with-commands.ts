import { isReplayId } from "../replay-id.js";
import type { CheckResult, Report } from "../types.js";
import { agentOption } from "./agent-option.js";

/** The report with commands: the id of one run of a check is replaced by the command that repeats it. JSON keeps the id. */
export function withCommands(report: Report): Report {
  return { ...report, checks: report.checks.map((check) => withCommand(check, report.agent)) };
}

function withCommand(check: CheckResult, agent: string): CheckResult {
  const { reproduce } = check;
  if (reproduce === undefined || !isReplayId(reproduce.replay)) return check;
  const replay = `npx league-conformance replay ${reproduce.replay} ${agentOption(agent)}`;
  return { ...check, reproduce: { ...reproduce, replay } };
}
