/** The command line of `league`: commands, their options, and the output of errors. */

import type { Clock } from "@league-v2/sdk";
import { Command as Commander, CommanderError, Option } from "commander";
import { asFlag, type Field, inFile } from "../settings/field.js";
import type { Sources } from "../settings/read-settings.js";
import type { Shell } from "./cli-context.js";
import { type Command, commands } from "./commands.js";

const [DONE, USAGE] = [0, 2];

/**
 * The whole program. The modules of a command are loaded when that command runs.
 * @param args without the program's own name
 * @param loadClock is called when a command runs
 * @returns the exit status: 0 done, 1 the command could not start or finish, 2 the command line is invalid, 6 a file cannot be written
 */
export async function run(
  args: readonly string[],
  shell: Shell,
  version: string,
  loadClock: () => Promise<Clock>,
): Promise<number> {
  let status = DONE;
  const program = new Commander("league")
    .description("Agents of league.v2: a league manager, referees and players, and whole leagues of them.")
    .version(version)
    .exitOverride()
    .configureHelp({ helpWidth: 110 })
    .configureOutput({
      writeOut: (text) => shell.out(text.trimEnd()),
      writeErr: (text) => shell.error(text.trimEnd()),
      outputError: (text, write) => write(oneLine(text, "league")),
    })
    .addHelpText("after", overview());
  for (const command of commands) {
    const sub = program.command(command.name).summary(command.summary).description(sentence(command));
    sub.configureOutput({ outputError: (text, write) => write(oneLine(text, `league ${command.name}`)) });
    for (const [name, field] of Object.entries(command.fields)) {
      sub.addOption(optionFor(name, field));
      for (const alias of field.aliases ?? []) sub.addOption(optionFor(alias, field).hideHelp());
    }
    for (const [name, flags] of Object.entries(command.shorthands ?? {}))
      sub.option(asFlag(name), `the same as ${written(flags)}`);
    sub.option(
      "--config <file>",
      "a JSON file with any of these settings, named with _ for -; again for each level from the general to this agent (LEAGUE_CONFIG, with commas)",
      (path: string, earlier: readonly string[] = []) => [...earlier, path],
    );
    sub.addHelpText("after", examples(command));
    if (command.argument !== undefined) sub.argument(`[${command.argument}]`);
    sub.allowExcessArguments(false).action(async (...given: unknown[]) => {
      const flags = flagsOf(given, command);
      if (flags === null)
        return sub.error(`${command.argument} is given twice, with --${command.argument} and without`);
      const paths = flags.config ?? (shell.environment.LEAGUE_CONFIG || undefined)?.split(",") ?? [];
      const sources = {
        flags: withShorthands(withNegation(flags), command),
        files: paths.length === 0 ? [] : await readConfig(paths, shell.folder),
      };
      status = await command.start(sources, { ...shell, clock: await loadClock() });
    });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
    const { exitCodeOf, lineOf } = await import("./failure.js");
    shell.error(lineOf(error));
    return exitCodeOf(error);
  }
}

async function readConfig(paths: readonly string[], folder: string) {
  const { readConfigFiles } = await import("../settings/config-file.js");
  const everyName = commands.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { aliases = [] }]) => [name, ...aliases].map(inFile)),
  );
  return readConfigFiles(paths, folder, everyName);
}

type Flags = Sources["flags"] & { readonly config?: readonly string[] };

/**
 * The arguments of an action in commander: the argument of the command, if it has one, then its flags.
 * Null if the argument is also given as a flag.
 */
function flagsOf(given: readonly unknown[], { argument }: Command): Flags | null {
  const [first, second] = given;
  if (argument === undefined) return first as Flags;
  const flags = second as Flags;
  if (typeof first !== "string") return flags;
  return argument in flags ? null : { ...flags, [argument]: first };
}

/** Commander reads `--no-register` as `register: false`, and as `register: true` without it; the setting is a switch. */
function withNegation({ register, ...flags }: Flags & { readonly register?: unknown }): Flags {
  return register === false ? { ...flags, noRegister: true } : flags;
}

function withShorthands(flags: Flags, { shorthands = {} }: Command): Flags {
  const given = Object.keys(shorthands).filter((name) => flags[name] !== undefined);
  return Object.assign({}, ...given.map((name) => shorthands[name]), flags);
}

function written(flags: Sources["flags"]): string {
  return Object.entries(flags)
    .map(([name, value]) => `${asFlag(name)} ${value}`)
    .join(" ");
}

/** Values are not converted here: the settings check flags, environment and file in the same way. */
function optionFor(name: string, field: Field<unknown>): Option {
  const { placeholder, repeatable, aliases = [] } = field;
  const help = [
    field.help,
    ...aliases.map((alias, index) => `${index === 0 ? "also " : ""}${asFlag(alias)}`),
  ];
  const flags = placeholder === null ? asFlag(name) : `${asFlag(name)} ${placeholder}`;
  const option = new Option(
    flags,
    `${help.join(", ")} (${[defaultOf(field), field.variable].filter(Boolean).join("; ")})`,
  );
  return repeatable
    ? option.argParser((text, earlier: readonly string[] | undefined) => [...(earlier ?? []), text])
    : option;
}

function defaultOf({ defaultValue, placeholder }: Field<unknown>): string {
  if (defaultValue === undefined) return "required";
  const { value } = defaultValue;
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (value === undefined || placeholder === null || isEmpty) return "";
  return `default: ${String(value)}`;
}

function sentence({ summary, details }: Command): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${details.replace(/\s+/g, " ")}`;
}

function examples(command: Command): string {
  return `\nExamples:\n${command.examples.map(([line, effect]) => `  ${line}\n      ${effect}`).join("\n")}`;
}

function overview(): string {
  return `
Examples:
  league play                          a league of four players
  league manager --help                all settings of a command, with examples

Every setting is a flag, an environment variable or a member of a JSON file that --config names; the first
of these wins, and of several files the last. Exit status: 0 done; 1 an agent could not start or finish, in
one line on the standard error; 2 the command line cannot be understood; 6 a file or the output cannot be
written; 130 and 143 for a league that SIGINT or SIGTERM stopped.`;
}

function oneLine(text: string, program: string): string {
  return `USAGE: ${text
    .replace(/^error: /, "")
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "")}. ${program} --help shows what there is.\n`;
}
