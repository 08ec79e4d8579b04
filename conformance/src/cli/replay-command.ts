import type { Command } from "commander";
import { parseReplay } from "../run/replay-id.js";
import { select } from "../run/select.js";
import { addAgentOptions, addReportOptions, type RunFlags } from "./options.js";
import type { Finish } from "./program.js";
import { runRole } from "./run-role.js";
import type { Surroundings } from "./surroundings.js";

/** `replay`: one check again, with the seed of the run in which it was seen. */
export function addReplayCommand(root: Command, around: Surroundings, finish: Finish): void {
  const command = root
    .command("replay")
    .description(
      "Runs one check again exactly as in an earlier run; a report names the id under `reproduce`.",
    )
    .argument("<id>", "such as player/join/joins-in-time@player.1234");
  addReportOptions(addAgentOptions(command))
    .option("--no-color", "prints without colours")
    .addHelpText(
      "after",
      '\nExample:\n  league-conformance replay player/join/joins-in-time@player.1234 --command "node player.js"\n',
    )
    .action(async (id: string, flags: RunFlags) => {
      const { checkId, role, seed } = parseReplay(id);
      const all = await around.checks();
      const [one] = select(all, role, { only: [checkId] });
      // A check that only observes needs something to observe: everything else is run for it.
      const checks =
        one?.check.needs?.observes === true ? select(all, role, {}) : select(all, role, { only: [checkId] });
      finish(
        await runRole(
          role,
          checks,
          { ...flags, seed, verbose: true, level: "may", fuzz: flags.fuzz ?? 12 },
          around,
        ),
      );
    });
}
