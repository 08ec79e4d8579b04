/** The commands `player`, `referee` and `manager`, and the options of a run as the command line gives them. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULTS } from "../run-settings.js";
import type { Role } from "../types.js";
import type { CliContext, Finish } from "./cli-context.js";
import type { RunFlags } from "./run-role.js";

/** So that the same agent gets the same verdicts. */
const FIXED_SEED = 1;

const REPORTS = [
  ["json", "the whole report as JSON, for compare, replay and other formats"],
  ["html", "the whole report as one page"],
  ["markdown", "the report as Markdown, for the summary page of a CI job"],
  ["junit", "the verdicts as JUnit XML"],
] as const;

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

export function addRoleCommands(root: Command, around: CliContext, finish: Finish): void {
  for (const { role, example } of ROLES) {
    const command = root.command(role).description(`test a ${role === "manager" ? "league manager" : role}`);
    addReportOptions(addRunOptions(command))
      .addHelpText("after", `\nExample:\n  ${example}\n`)
      .action(async (flags: RunFlags) => {
        const { leftOut, select } = await import("../run/select.js");
        const { runRole } = await import("./run-role.js");
        const all = await around.checks();
        const checks = select(all, role, flags);
        const whole = select(all, role, {});
        const missing = flags.quick === true ? leftOut(whole, checks) : [];
        if (flags.plan === true) {
          const { printPlan } = await import("./run-plan.js");
          printPlan(role, checks, flags, around);
          return finish(0);
        }
        const isPart = checks.length < select(all, role, { quick: flags.quick }).length;
        finish(await runRole(role, checks, { ...flags, ...(isPart && { selected: true }) }, around, missing));
      });
  }
}

/** How an agent is reached. */
export function addAgentOptions(command: Command): Command {
  return command
    .optionsGroup("The agent:")
    .option("--url <url>", "a running agent; repeatable for several instances", collect)
    .option(
      "--command <command>",
      "start the agent, as often as needed; {port}, {league}, {name}, {data}, and for a manager {players} and {referees}, are filled in",
    )
    .option(
      "--listen-league <port>",
      "with --url: the port on which the suite's league manager waits for registrations",
      port,
      DEFAULTS.listenLeague,
    )
    .option(
      "--listen-players <first-last>",
      "for a referee with its players in its configuration: the ports of P01, P02 and so on, e.g. 8101-8104",
      ports,
    )
    .option(
      "--wait <seconds>",
      "with --url: how long to wait for an agent that does not answer yet",
      whole,
      60,
    )
    .option("--players <n>", "with --url and a manager: how many players it waits for", count)
    .option("--referees <n>", "with --url and a manager: how many referees it waits for", count)
    .option(
      "--wire <name or file>",
      "auto, canonical, flat, mcp, another bundled wire form, or a wire profile file",
      DEFAULTS.wire,
    )
    .option(
      "--game <file>",
      "a module with GameRules: the league plays this game, which the player or referee serves",
    )
    .option("--wire-out <file>", "write the wire profile there, if one had to be derived")
    .option("--fuzz <n>", "how many generated negatives for each message", whole, DEFAULTS.fuzz);
}

/** Which checks are run, and how. */
function addRunOptions(command: Command): Command {
  return addAgentOptions(command)
    .optionsGroup("Which checks:")
    .option(
      "--only <glob>",
      "checks or clauses to run, such as player/choice, player/*/echoes-* or PLY-JOIN-*; repeatable",
      collect,
    )
    .option("--skip <glob>", "checks or clauses to leave out; repeatable", collect)
    .addOption(
      new Option("--level <level>", "checks of this level and the stronger ones")
        .choices(["must", "should", "may"])
        .default("may"),
    )
    .option("--group <name>", "one group of checks, such as join; repeatable", collect)
    .option(
      "--quick",
      "only fast checks: no long waits, one instance, one league; the report says what is left out",
    )
    .optionsGroup("How they run:")
    .option("--seed <n>", "the same seed, the same run; random takes another one each time", seed, FIXED_SEED)
    .option("--budget <seconds>", "end of the whole run (default: as long as this agent needs)", positive)
    .option("--parallel <n>", "instances at once (default: as many as the machine can take)", count)
    .option("--baseline <file>", "a YAML file of known failures, with reasons: only others fail the run")
    .option("--min-coverage <percent>", "fail below this share of exercised MUST clauses", percent)
    .option(
      "--verify <n>",
      "run everything this many times, shuffled, and report the verdicts that differ",
      count,
    )
    .option("--plan", "print which checks would run, where and in which order, and start nothing")
    .optionsGroup("Output:")
    .option("--quiet", "print failures and the last lines only")
    .option("--verbose", "print every check, with its transcript")
    .option("--no-color", "print without colours");
}

export function addReportOptions(command: Command): Command {
  command.optionsGroup("Reports:");
  for (const [format, what] of REPORTS) command.option(`--${format} <file>`, `write ${what}`);
  return command;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export function whole(text: string): number {
  return number(text, (value) => Number.isSafeInteger(value) && value >= 0, "a whole number");
}

function seed(text: string): number | "random" {
  if (text === "random") return text;
  return number(text, (value) => Number.isSafeInteger(value) && value >= 0, 'a whole number or "random"');
}

export function count(text: string): number {
  return number(text, (value) => Number.isSafeInteger(value) && value >= 1, "a whole number of at least 1");
}

function positive(text: string): number {
  return number(text, (value) => value > 0, "a number above 0");
}

function percent(text: string): number {
  return number(text, (value) => value >= 0 && value <= 100, "a number from 0 to 100");
}

function port(text: string): number {
  return number(
    text,
    (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
    "a port from 1 to 65535",
  );
}

/** Two at least: a match has two players. */
function ports(text: string): number[] {
  const [first = "", last = "", ...rest] = text.split("-");
  const [from, to] = [port(first), port(last)];
  if (rest.length > 0 || to <= from)
    throw new InvalidArgumentError("It must be the first and the last of two ports or more: 8101-8104.");
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function number(text: string, valid: (value: number) => boolean, what: string): number {
  const value = Number(text);
  if (text.trim() === "" || !valid(value)) throw new InvalidArgumentError(`It must be ${what}.`);
  return value;
}
