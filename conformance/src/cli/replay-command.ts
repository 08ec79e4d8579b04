import type { Command } from "commander";
import { deadlineOf } from "../contract.js";
import { exchangesOf, readRecord } from "../replay/record.js";
import { recheck, repeat } from "../replay/replay.js";
import { parseReplay } from "../run/replay-id.js";
import { select } from "../run/select.js";
import { UsageError } from "../run/usage-error.js";
import { realStage } from "../stage/real-stage.js";
import { addAgentOptions, addReportOptions, type RunFlags } from "./options.js";
import { runRole } from "./run-role.js";
import { type Finish, print, type Surroundings } from "./surroundings.js";

/** `replay`: one check again, with the seed of the run in which it was seen; or a whole record. */
export function addReplayCommand(root: Command, around: Surroundings, finish: Finish): void {
  const command = root
    .command("replay")
    .description(
      "Runs one check again exactly as in an earlier run, or goes through a recorded conversation again.",
    )
    .argument(
      "<id or file>",
      "player/join/joins-in-time@player.1234, as a report names it under `reproduce`; or a JSON report, of this suite or of league tap",
    );
  addReportOptions(addAgentOptions(command))
    .option("--no-color", "prints without colours")
    .addHelpText(
      "after",
      `
Examples:
  league-conformance replay player/join/joins-in-time@player.1234 --command "node player.js"
  league-conformance replay heard.json                                    looks at it again
  league-conformance replay heard.json --url http://127.0.0.1:8101/mcp    says it again, and compares the answers
`,
    )
    .action(async (id: string, flags: RunFlags) => {
      if (id.endsWith(".json")) return finish(await replayRecord(id, flags, around));
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

/** Exit status 1 when something is amiss, or has changed; 4 when there is nothing to go through. */
async function replayRecord(file: string, { url, command }: RunFlags, around: Surroundings): Promise<number> {
  const recorded = exchangesOf(readRecord(file));
  if (command !== undefined)
    throw new UsageError("a record is said again to an agent that runs already: --url");
  const [target] = url ?? [];
  const { lines, amiss } =
    target === undefined
      ? recheck(recorded)
      : await repeat(recorded, target, realStage(1), deadlineOf("CHOOSE_PARITY_CALL"));
  const what = target === undefined ? "amiss" : "answered otherwise";
  print(around.out, [...lines, `${recorded.length} exchanges, ${amiss} ${what}`]);
  if (recorded.length === 0) return 4;
  return amiss > 0 ? 1 : 0;
}
