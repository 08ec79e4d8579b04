import type { Command } from "commander";
import type { CliContext, Finish } from "./cli-context.js";
import { addAgentOptions, addReportOptions } from "./role-command.js";
import type { RunFlags } from "./run-role.js";

/** `replay`: one check again, with the seed of the run in which it was seen; or a whole record. */
export function addReplayCommand(root: Command, around: CliContext, finish: Finish): void {
  const command = root
    .command("replay")
    .description(
      "run one check again exactly as in an earlier run (all of it for a check of all messages), or repeat a recorded conversation",
    )
    .argument(
      "<id or file>",
      "player/join/joins-in-time@player.1234, as a report names it under `reproduce`; or a JSON report, of this suite or of league tap",
    );
  addReportOptions(addAgentOptions(command))
    .optionsGroup("Output:")
    .option("--no-color", "print without colours")
    .addHelpText(
      "after",
      `
Examples:
  league-conformance replay player/join/joins-in-time@player.1234 --command "node player.js"
  league-conformance replay tap.json                                      checks it again
  league-conformance replay tap.json --url http://127.0.0.1:8101/mcp      sends it again, and compares the answers
`,
    )
    .action(async (id: string, flags: RunFlags) => {
      const { replayCheck, replayRecord } = await import("./run-replay.js");
      finish(await (id.endsWith(".json") ? replayRecord : replayCheck)(id, flags, around));
    });
}
