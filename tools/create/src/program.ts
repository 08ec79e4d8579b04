/** The command line of `create-agent`. */
import { parseArgs } from "node:util";
import { newProject, ownVersion } from "./new-project.js";
import type { Given } from "./settings.js";
import { templateNames, templates } from "./templates.js";
import type { Terminal } from "./terminal.js";

const [DONE, USAGE] = [0, 2];
/** The standard output cannot be written. */
export const UNWRITTEN = 6;

const options = {
  template: { type: "string", short: "t" },
  folder: { type: "string" },
  name: { type: "string" },
  league: { type: "string" },
  yes: { type: "boolean", short: "y" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/**
 * @param args without the program's own name
 * @returns the exit status
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const read = readArgs(args);
  if ("fault" in read) {
    terminal.error(`USAGE: ${read.fault}. create-agent --help shows what there is.`);
    return USAGE;
  }
  const { help, version, ...given } = read.values;
  if (help === true) terminal.out(helpText());
  else if (version === true) terminal.out(ownVersion());
  else return newProject(given, terminal);
  return DONE;
}

type Values = Given & { readonly help?: boolean | undefined; readonly version?: boolean | undefined };

function readArgs(args: readonly string[]): { readonly values: Values } | { readonly fault: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const folders = [...positionals, ...(values.folder === undefined ? [] : [values.folder])];
    if (folders.length > 1) return { fault: `one folder is enough, not ${folders.join(" and ")}` };
    return { values: { ...values, folder: folders[0] } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { fault: message.split(". ")[0]?.replace(/\.$/, "") ?? message };
  }
}

function helpText(): string {
  return `Usage: create-agent [folder] [options]

Makes the project of an agent for league.v2, with a strategy, a test, a conformance run and a CI workflow.
What is not given is asked for. A folder with files in it is refused.

  -t, --template <name>  ${templateNames.join(", ")} (default: player)
      --folder <path>    where the project is made; may be given without the flag (default: my-agent)
      --name <name>      display name in the league (default: from the folder)
      --league <url>     address of the league manager (default: http://127.0.0.1:8000/mcp)
  -y, --yes              take the defaults, ask nothing
  -h, --help             show this
      --version          show the version

Templates:
${templateNames.map((name) => `  ${name.padEnd(9)}${templates[name].summary}`).join("\n")}

Exit status: 0 done, 1 the folder cannot be used, 2 the command line must be changed,
6 the standard output cannot be written, 130 stopped by the user.`;
}
