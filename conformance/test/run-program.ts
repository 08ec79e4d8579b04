/** The command `league-conformance` in this process, with its output. */
import { Writable } from "node:stream";
import type { CliContext } from "../src/cli/cli-context.js";
import { program } from "../src/cli/program.js";
import { systemClock } from "../src/sdk.js";

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export async function runProgram(
  args: readonly string[],
  context: Partial<CliContext> = {},
): Promise<Printed> {
  const printed = { out: "", error: "" };
  const into = (name: "out" | "error") =>
    new Writable({
      write(chunk, _, done) {
        printed[name] += String(chunk);
        done();
      },
    });
  const code = await program(args, {
    clock: async () => systemClock,
    checks: async () => [],
    mutants: async () => [],
    ...context,
    out: into("out"),
    error: into("error"),
  });
  return { code, ...printed };
}
