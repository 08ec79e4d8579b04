import { availableParallelism } from "node:os";
import type { Command } from "commander";
import type { CliContext, Finish } from "./cli-context.js";
import type { SelfTestFlags } from "./self-test-flags.js";

/** `self-test`: the suite on agents whose faults are known. */
export function addSelfTestCommand(root: Command, around: CliContext, finish: Finish): void {
  root
    .command("self-test")
    .description("try the suite itself: mutants, stub agents and reference agents, on simulated time")
    .option("--seed <n>", "the same seed, the same run", "1")
    .option("--repeats <n>", "shuffled runs of the reference agents, to find flakes", "20")
    .option("--mutant <glob>", "only these mutants")
    .option("--json <file>", "write the kill matrix: which checks find which fault")
    .option(
      "--whole",
      "try each mutant with every check, not only with those of the clauses that it breaks (some minutes)",
    )
    .option("--parallel <n>", "threads", String(availableParallelism()))
    .option(
      "--accept-clauses",
      "confirm that the checks, or those of --mutant, fit the present wording of their clauses",
    )
    .option("--verbose", "print what has been tried")
    .addHelpText("after", "\nExample:\n  league-conformance self-test --whole --json kill-matrix.json\n")
    .action(async (flags: SelfTestFlags) => {
      const { runSelfTest } = await import("./run-self-test.js");
      finish(await runSelfTest(flags, around));
    });
}
