/** `explain --wire URL`: detects the form of a running agent, and prints a wire profile. */

import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import {
  bundledFormOf,
  type Conclusion,
  negotiate,
  type ProfileDocument,
  playCommand,
  testCommand,
} from "@league-v2/sdk/wire";
import { realEnvironment } from "../environment/real-environment.js";
import { differences } from "../profiles/describe.js";
import { asProfile } from "../profiles/load.js";
import type { Role } from "../types.js";
import { type CliContext, print } from "./cli-context.js";
import { assertHttpUrl } from "./failure.js";

export interface WireFlags {
  wire?: string;
  role?: Role;
  out?: string;
}

/** In the order in which they are tried. */
const ROLES: readonly Role[] = ["player", "referee", "manager"];

/** @returns the exit status: 0 with a profile, 3 without */
export async function explainWireOf(url: string, flags: WireFlags, around: CliContext): Promise<number> {
  assertHttpUrl("--wire", url);
  if (flags.out !== undefined) await assertWritable(flags.out);
  const { transport, clock, random } = realEnvironment(1);
  const roles = flags.role === undefined ? ROLES : [flags.role];
  const found = await negotiate({ url, transport, clock, random, roles });
  if (found.document === undefined) {
    print(around.error, refusedLines(url, found));
    return 3;
  }
  const document = { ...found.document, name: "proposed", title: "The form of the agent" };
  print(around.error, linesOf(document, found));
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (flags.out === undefined) around.out.write(text);
  else await writeAtomically(flags.out, text);
  print(around.error, advice(found.role, url, bundledFormOf(document), flags.out));
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

function refusedLines(url: string, { requests, refused }: Conclusion): string[] {
  const codes = refused.map(({ type, answer }) => `${type} was last answered with ${answer}`);
  const league = refused.find(({ answer }) => /\bE0\d\d\b/.test(answer));
  return [
    `${requests} requests were answered by ${url}; none was answered with a message of league.v2.`,
    ...(requests === 0 ? [] : codes),
    ...(league === undefined ? [] : ["It may have to be registered in a league first."]),
    "Where more is needed, write a profile by hand: docs/wire-forms.md.",
  ];
}

function linesOf(document: ProfileDocument, { role, requests, refused, evidence }: Conclusion): string[] {
  const isPlain = Object.keys(document).every((key) =>
    ["name", "title", "description", "extends"].includes(key),
  );
  const words = differences(asProfile(document));
  return [
    `It answers as a ${role}. ${requests} requests were sent.`,
    isPlain
      ? `It uses the bundled form "${document.extends}".`
      : `The nearest bundled form is "${document.extends}"; the profile below contains the differences.`,
    ...(evidence.length === 0 ? [] : ["Learned:", ...evidence.map((line) => `  - ${line}`)]),
    ...(words.length === 0 ? [] : ["Unlike the canonical form:", ...words.map((line) => `  - ${line}`)]),
    ...refused.map(({ type, answer }) => `${type} was understood in no form; the last answer was ${answer}`),
  ];
}
