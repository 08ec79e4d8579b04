/** The program `league-conformance`. */

import { availableParallelism } from "node:os";
import { Command, CommanderError } from "commander";
import { packageVersion } from "../package-folder.js";
import { type CliContext, type Finish, print } from "./cli-context.js";
import { addAgentOptions, addReportOptions, addRoleCommands, count, whole } from "./role-command.js";
import type { RunFlags } from "./run-role.js";
import type { SelfTestFlags } from "./run-self-test.js";

const EXIT_STATUS = `
Exit status: 0 conforms; 1 a MUST failed; 2 usage; 3 the agent could not be reached or started; 4 inconclusive,
cut short, or nothing was executed; 5 the suite itself failed; 6 a report or the output could not be written; 130 and 143 after
SIGINT and SIGTERM, with the reports written.`;

const EXAMPLES = `
Examples:
  league-conformance player  --url http://127.0.0.1:8101/mcp
  league-conformance referee --command "python referee.py --port {port} --league {league}"
  league-conformance manager --command "node manager.js --port {port}"
  league-conformance player  --command "node player.js" --only "player/choice/*" --json report.json
  league-conformance explain PLY-JOIN-01
`;

/** The command line of this process. What only some commands need is loaded by them. */
export async function main(): Promise<never> {
  // A reader that ends early, such as `head`, is no fault; and the later errors of a stream follow from its first one.
  let broken: NodeJS.ErrnoException | undefined;
  process.stdout.on("error", (error) => {
    broken ??= error;
  });
  process.stderr.on("error", () => {});
  const code = await program(process.argv.slice(2), {
    clock: async () => (await import("../sdk.js")).systemClock,
    checks: async () => (await import("../checks/registry.js")).loadChecks(),
    mutants: async () => (await import("../mutants/registry.js")).loadMutants(),
    trials: async (threads) => (await import("../self-test/pool.js")).trialsOnThreads(threads),
    out: process.stdout,
    error: process.stderr,
  });
  // An exit would cut off what has not left the process.
  await new Promise((resolve) => process.stdout.write("", resolve));
  if (broken !== undefined && broken.code !== "EPIPE") {
    const { unwritten, unwrittenOutput } = await import("./failure.js");
    print(process.stderr, unwrittenOutput(broken, code));
    process.exit(unwritten);
  }
  // Handles that an agent still holds open must not keep the suite from ending.
  process.exit(code);
}

/** Runs one command line and gives back its exit status. */
export async function program(args: readonly string[], around: CliContext): Promise<number> {
  let code = 0;
  const finish: Finish = (status) => {
    code = status;
  };
  const root = new Command("league-conformance")
    .description("Tests whether an agent keeps the league.v2 contract, and shows why not.")
    .version(packageVersion())
    .exitOverride()
    .configureHelp({ helpWidth: 110 })
    .configureOutput({
      writeOut: (text) => around.out.write(text),
      writeErr: (text) => around.error.write(text),
    })
    .showSuggestionAfterError()
    .addHelpText("after", EXAMPLES + EXIT_STATUS);
  addRoleCommands(root, around, finish);
  addSelfTestCommand(root, around, finish);
  addListCommand(root, around);
  addReplayCommand(root, around, finish);
  addCompareCommand(root, around, finish);
  addExplainCommand(root, around);
  try {
    await root.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { failureOf } = await import("./failure.js");
    const { lines, status } = failureOf(error);
    print(around.error, lines);
    return status;
  }
}

/** `list`: every clause, and the checks that decide it. */
function addListCommand(root: Command, around: CliContext): void {
  root
    .command("list")
    .description("list the clauses of the contract and the checks that decide them")
    .argument("[role]", "player, referee, manager or transport")
    .option("--json", "prints JSON")
    .addHelpText("after", "\nExample:\n  league-conformance list referee\n")
    .action(async (role: string | undefined, { json }: { json?: true }) => {
      const { printClauses } = await import("./describe.js");
      await printClauses({ role, asJson: json === true }, around);
    });
}

/** `compare`: what has changed between two reports. */
function addCompareCommand(root: Command, around: CliContext, finish: Finish): void {
  root
    .command("compare")
    .description(
      "compare two JSON reports, of this suite or of league tap: new failures, fixed, changed, no longer exercised",
    )
    .argument("<old>", "JSON report")
    .argument("<new>", "another one")
    .addHelpText(
      "after",
      `
Exit status: 0 nothing is worse; 1 a check fails, warns or is not exercised that did better before, or a check that
only the newer report has fails; 2 a file is no report.

Example:
  league-conformance compare before.json after.json
`,
    )
    .action(async (old: string, now: string) => {
      const { compareFiles } = await import("./compare.js");
      finish(compareFiles(old, now, around));
    });
}

/** `self-test`: the suite on agents whose faults are known. */
function addSelfTestCommand(root: Command, around: CliContext, finish: Finish): void {
  root
    .command("self-test")
    .description("try the suite itself: mutants, stub agents and reference agents, on simulated time")
    .option("--seed <n>", "another one: the checks in another order, and other draws", whole, 1)
    .option("--mutant <glob>", "only these mutants")
    .option("--json <file>", "write the kill matrix: which checks find which fault")
    .option("--parallel <n>", "threads", count, availableParallelism())
    .option(
      "--accept-clauses",
      "confirm that the checks, or those of --mutant, fit the present wording of their clauses",
    )
    .option("--verbose", "print what has been tried")
    .addHelpText("after", "\nExample:\n  league-conformance self-test --mutant player:joins-late --verbose\n")
    .action(async (flags: SelfTestFlags) => {
      const { runSelfTest } = await import("./run-self-test.js");
      finish(await runSelfTest(flags, around));
    });
}

/** `replay`: one check again, with the seed of the run in which it was seen. */
function addReplayCommand(root: Command, around: CliContext, finish: Finish): void {
  const command = root
    .command("replay")
    .description(
      "run one check again exactly as in an earlier run; all of the run for a check of all messages",
    )
    .argument("<id>", "player/join/joins-in-time@player.1234, as a report names it under `reproduce`");
  addReportOptions(addAgentOptions(command))
    .optionsGroup("Output:")
    .option("--no-color", "print without colours")
    .addHelpText(
      "after",
      '\nExample:\n  league-conformance replay player/join/joins-in-time@player.1234 --command "node player.js"\n',
    )
    .action(async (id: string, flags: RunFlags) => {
      const { replayCheck } = await import("./run-role.js");
      finish(await replayCheck(id, flags, around));
    });
}

/** `explain`: what a clause says, or what a check does. */
function addExplainCommand(root: Command, around: CliContext): void {
  root
    .command("explain")
    .description("explain a clause, a check or a mutant")
    .argument(
      "<id>",
      "a clause (PLY-JOIN-01), a check (player/join/joins-in-time) or a mutant (player:joins-late)",
    )
    .addHelpText("after", "\nExample:\n  league-conformance explain PLY-JOIN-01\n")
    .action(async (id: string) => {
      const { explainId } = await import("./describe.js");
      await explainId(id, around);
    });
}
