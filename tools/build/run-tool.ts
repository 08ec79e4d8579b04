/** The command line of a tool: its options, its help, and one line for arguments that it does not take. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

const usageStatus = 2;

/**
 * Calls `main` with the options of the command line; its result is the exit status. `--help` prints the help. An argument that
 * is not taken, and a `RangeError` of `main`, is one line and exit status 2.
 */
export async function runTool<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  main: (values: Values<Options>) => Promise<number>,
): Promise<void> {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean" } } });
    if ("help" in values) process.stdout.write(help);
    else process.exitCode = await main(values as Values<Options>);
  } catch (error) {
    if (!isUsage(error)) throw error;
    // Some messages of Node have further lines of advice.
    process.stderr.write(`${error.message.split("\n", 1)[0]}; see --help\n`);
    process.exitCode = usageStatus;
  }
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options }>
>["values"];

function isUsage(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof TypeError && "code" in error);
}

/** @throws RangeError for any other text */
export function wholeNumber(name: string, text: string, least = 0): number {
  if (!/^\d+$/.test(text) || Number(text) < least)
    throw new RangeError(`--${name} is a whole number from ${least}, not ${text}`);
  return Number(text);
}

/** @returns what is called with the number of finished items: it prints a line to the standard error for each tenth of them */
export function inTenths(what: string, all: number): (done: number) => void {
  let tenths = 0;
  return (done) => {
    const reached = Math.floor((10 * done) / all);
    if (reached <= tenths || done >= all) return;
    tenths = reached;
    process.stderr.write(`${done} of ${all} ${what}\n`);
  };
}
