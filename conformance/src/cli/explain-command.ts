import { type Command, Option } from "commander";
import { UsageError } from "../usage-error.js";
import type { CliContext, Finish } from "./cli-context.js";
import type { WireFlags } from "./explain-wire.js";

/** `explain`: what a clause says, or what a check does. */
export function addExplainCommand(root: Command, around: CliContext, finish: Finish): void {
  root
    .command("explain")
    .description("explain a clause or a check, or with --wire the form of a running agent, as a wire profile")
    .argument(
      "[id]",
      "a clause (PLY-JOIN-01), a check (player/join/joins-in-time) or a mutant (player:joins-late)",
    )
    .option("--wire <url>", "a running agent, whose form is detected")
    .addOption(
      new Option("--role <role>", "with --wire: what it is").choices(["player", "referee", "manager"]),
    )
    .option("--out <file>", "with --wire: write the profile there")
    .addHelpText(
      "after",
      "\nExamples:\n  league-conformance explain PLY-JOIN-01\n  league-conformance explain --wire http://127.0.0.1:8101/mcp --out agent.wire.json\n",
    )
    .action(async (id: string | undefined, flags: WireFlags) => {
      if (flags.wire !== undefined && id !== undefined)
        throw new UsageError("give an id or --wire URL, not both");
      if (flags.wire === undefined) {
        if (flags.role !== undefined || flags.out !== undefined)
          throw new UsageError("--role and --out go with --wire URL");
        const { explainId } = await import("./explain-id.js");
        return explainId(id, around);
      }
      const { explainWireOf } = await import("./explain-wire.js");
      finish(await explainWireOf(flags.wire, flags, around));
    });
}
