import { existsSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { SpecError } from "../fault.js";
import { type Language, languages } from "../generate.js";
import {
  checkGenerated,
  diffSpecs,
  type GenerateOptions,
  initSpec,
  lintSpec,
  watchSpec,
  writeGenerated,
} from "./commands.js";
import { type Terminal, WriteError } from "./output-folder.js";
import { writePackage } from "./package.js";

/** 0: done. 1: the specification is faulty, or the output differs from it. 2: the command line is invalid. */
const [FAULT, USAGE] = [1, 2];
/** The same in all programs of league.v2. */
export const UNWRITTEN = 6;

/**
 * The whole command line.
 * @param args without the program's own name.
 * @param version what `--version` prints.
 * @param signal ends `generate --watch`.
 * @returns the exit status.
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  version: string,
  signal: AbortSignal,
): Promise<number> {
  let status = 0;
  const program = new Command("league-codegen")
    .description(
      "Turns an OpenRPC document and its JSON Schemas into types, validators, builders, test material and pages.",
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.error(text.trimEnd()),
    })
    .showHelpAfterError("(league-codegen --help shows examples)")
    .addHelpText("after", EXAMPLES);

  const withSpec = (command: Command) =>
    command.option("--spec <path>", "folder of the specification, or one OpenRPC document", "spec");
  withSpec(program.command("generate"))
    .description("write the output of a specification")
    .option(
      "--out <folder>",
      "where src/, openrpc/, reference/, python/ and vectors/ are written",
      "generated",
    )
    .option(
      "--lang <names>",
      `${languages.join(", ")}, or several with commas (default: all for a specification of a league, typescript for another document)`,
      languagesOf,
    )
    .option(
      "--package <folder>",
      "write a whole package there, which can take the place of @league-v2/contract, or of league_v2 with --lang python",
    )
    .addOption(
      new Option(
        "--check",
        "compare byte by byte instead of writing; exit status 1 when anything differs",
      ).conflicts(["watch", "package"]),
    )
    .addOption(new Option("--watch", "write again after every change, until Ctrl-C").conflicts("package"))
    .action(async (options: GenerateOptions, command: Command) => {
      assertExists(options.spec, command);
      if (options.package !== undefined)
        return writePackage(options.spec, options.package, options.lang ?? ["typescript"], terminal);
      if (options.check) status = await checkGenerated(options, terminal);
      else if (options.watch) await watchSpec(options, terminal, signal);
      else await writeGenerated(options, terminal);
    });

  withSpec(program.command("lint"))
    .description("look for faults in a specification")
    .option("--strict", "warnings count as faults")
    .action(({ spec, strict }: { spec: string; strict?: true }, command: Command) => {
      assertExists(spec, command);
      status = lintSpec(spec, strict === true, terminal);
    });

  program
    .command("diff")
    .description(
      "show the effects of a change of the specification on agents that use it; exit status 1 when it breaks them",
    )
    .argument("<old>", "folder or document before the change")
    .argument("<new>", "folder or document after it")
    .option("--json", "print JSON")
    .action((before: string, after: string, { json }: { json?: true }, command: Command) => {
      for (const path of [before, after]) assertExists(path, command);
      status = diffSpecs(before, after, json === true, terminal);
    });

  program
    .command("init")
    .description("copy the specification of league.v2 into a new folder, to change it")
    .argument("<folder>")
    .action((folder: string) => {
      status = initSpec(folder, terminal);
    });

  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    if (error instanceof WriteError) {
      terminal.error(`error: ${error.message}`);
      return UNWRITTEN;
    }
    if (!(error instanceof SpecError) && !isFileSystemError(error)) throw error;
    terminal.error(error instanceof SpecError ? error.message : `error: ${error.message}`);
    return FAULT;
  }
}

/** A file or a folder that cannot be read; Node's message contains its path and the reason. */
function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function languagesOf(text: string): readonly Language[] {
  return text.split(",").map((name) => {
    const found = languages.find((language) => language === name);
    if (found === undefined) throw new InvalidArgumentError(`It is one of ${languages.join(", ")}.`);
    return found;
  });
}

function assertExists(path: string, command: Command): void {
  const fix = "Name a folder with canonical/openrpc.yaml in it, or an OpenRPC document";
  if (!existsSync(path)) command.error(`error: there is no ${path}. ${fix}`, { exitCode: USAGE });
}

const EXAMPLES = `
Examples:
  league-codegen generate                                   from spec/ into generated/
  league-codegen generate --check                           in CI: is generated/ up to date?
  league-codegen generate --watch                           while editing spec/
  league-codegen generate --spec petstore.json --out petstore    any OpenRPC document
  league-codegen init my-league                             a copy of the specification, to change it
  league-codegen generate --spec my-league --package my-contract    an npm package in the place of the contract
  league-codegen generate --spec my-league --package my-python --lang python
  league-codegen lint --strict
  league-codegen diff ../released/spec spec --json

Exit status: 0 done; 1 a fault, a difference or a breaking change; 2 the command line cannot be understood;
6 a file or the output could not be written.`;
