import type { Command } from "commander";
import type { Role } from "../types.js";
import type { CliContext, Finish } from "./cli-context.js";
import { addReportOptions, addRunOptions, type RunFlags } from "./options.js";

const ROLES: readonly { role: Role; example: string }[] = [
  {
    role: "player",
    example: 'league-conformance player --command "python player.py --port {port} --league {league}"',
  },
  { role: "referee", example: 'league-conformance referee --command "node referee.js" --level must' },
  {
    role: "manager",
    example: 'league-conformance manager --command "./manager --port {port} --players {players}"',
  },
];

/** `player`, `referee` and `manager`. */
export function addRoleCommands(root: Command, around: CliContext, finish: Finish): void {
  for (const { role, example } of ROLES) {
    const command = root.command(role).description(`test a ${role === "manager" ? "league manager" : role}`);
    addReportOptions(addRunOptions(command))
      .addHelpText("after", `\nExample:\n  ${example}\n`)
      .action(async (flags: RunFlags) => {
        const { leftOut, select } = await import("../run/select.js");
        const { runRole } = await import("./run-role.js");
        const all = await around.checks();
        const checks = select(all, role, flags);
        const whole = select(all, role, {});
        const missing = flags.quick === true ? leftOut(whole, checks) : [];
        const isPart = checks.length < select(all, role, { quick: flags.quick }).length;
        finish(await runRole(role, checks, { ...flags, ...(isPart && { selected: true }) }, around, missing));
      });
  }
}
