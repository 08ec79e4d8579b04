/** The program `league-conformance`. */
import { Command, CommanderError } from "commander";
import { packageVersion } from "../package-folder.js";
import { type CliContext, type Finish, print } from "./cli-context.js";
import { addCompareCommand } from "./compare-command.js";
import { addExplainCommand } from "./explain-command.js";
import { addListCommand } from "./list-command.js";
import { addMatrixCommand } from "./matrix-command.js";
import { addReplayCommand } from "./replay-command.js";
import { addRoleCommands } from "./role-command.js";
import { addSelfTestCommand } from "./self-test-command.js";

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
  addMatrixCommand(root, around);
  addExplainCommand(root, around, finish);
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
