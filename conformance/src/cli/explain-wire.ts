/** `explain --wire URL`: detects the form of a running agent, and prints a wire profile. */

import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import { bundledFormOf, playCommand, testCommand } from "@league-v2/sdk/wire";
import { realEnvironment } from "../environment/real-environment.js";
import { inferWire } from "../run/infer-wire.js";
import type { Role } from "../types.js";
import { type CliContext, print } from "./cli-context.js";
import { assertHttpUrl } from "./failure.js";

export interface WireFlags {
  wire?: string;
  role?: Role;
  out?: string;
}

const ROLES: readonly Role[] = ["player", "referee", "manager"];

/** @returns the exit status: 0 with a profile, 3 without */
export async function explainWireOf(url: string, flags: WireFlags, around: CliContext): Promise<number> {
  assertHttpUrl("--wire", url);
  if (flags.out !== undefined) await assertWritable(flags.out);
  const environment = realEnvironment(1);
  const { document, role, lines } = await inferWire(environment, url, flags.role ? [flags.role] : ROLES);
  print(around.error, lines);
  if (document === undefined) return 3;
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (flags.out === undefined) around.out.write(text);
  else await writeAtomically(flags.out, text);
  print(around.error, advice(role, url, bundledFormOf(document), flags.out));
  return 0;
}

/** The next steps with the profile. A file in the working folder is named so that it is no name of a bundled form. */
function advice(role: Role, url: string, form: string | undefined, out: string | undefined): string[] {
  const file = out ?? "agent.wire.json";
  const wire = form ?? (/[\\/]/.test(file) ? file : `./${file}`);
  const isInFile = form !== undefined || out !== undefined;
  return [
    isInFile ? "Use it:" : `Put it into a file (--out ${file}), look it over, and use it:`,
    `  ${testCommand(url, role, wire)}`,
    ...(wire === "canonical" ? [] : [`  ${playCommand(role, wire)}`]),
  ];
}
