/** `explain --wire URL`: the form of an agent, as a wire profile that can be used at once. */

import type { ProfileDocument } from "@league-v2/sdk/wire";
import { type Conclusion, negotiate } from "@league-v2/sdk/wire";
import type { Environment } from "../environment/environment.js";
import { differences } from "../profiles/describe.js";
import { asProfile } from "../profiles/load.js";
import type { Role } from "../types.js";

export interface WireInference {
  /** Undefined when the agent was understood in no form. */
  readonly document: ProfileDocument | undefined;
  readonly role: Role;
  /** The findings as text. */
  readonly lines: readonly string[];
}

/** @param roles in the order in which they are tried */
export async function inferWire(
  environment: Environment,
  url: string,
  roles: readonly Role[],
): Promise<WireInference> {
  const { transport, clock, random } = environment;
  const found = await negotiate({ url, transport, clock, random, roles });
  const { document, role } = found;
  if (document === undefined) return { document, role, lines: refusedLines(url, found) };
  const named = { ...document, name: "proposed", title: "The form of the agent" };
  return { document: named, role, lines: linesOf(named, found) };
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
