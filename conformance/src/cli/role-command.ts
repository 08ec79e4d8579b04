import type { Command } from "commander";
import { select } from "../run/select.js";
import type { Role } from "../types.js";
import { addReportOptions, addRunOptions, type RunFlags } from "./options.js";
import { runRole } from "./run-role.js";
import type { Finish, Surroundings } from "./surroundings.js";

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
export function addRoleCommands(root: Command, around: Surroundings, finish: Finish): void {
  for (const { role, example } of ROLES) {
    const command = root
      .command(role)
      .description(`Tests a ${role === "manager" ? "league manager" : role}.`);
    addReportOptions(addRunOptions(command))
      .addHelpText("after", `\nExample:\n  ${example}\n`)
      .action(async (flags: RunFlags) => {
        const checks = select(await around.checks(), role, {
          level: flags.level,
          ...(flags.only === undefined ? {} : { only: flags.only }),
          ...(flags.skip === undefined ? {} : { skip: flags.skip }),
          ...(flags.group === undefined ? {} : { groups: flags.group }),
        });
        finish(await runRole(role, checks, flags, around));
      });
  }
}
