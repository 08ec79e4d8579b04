/** `explain --wire URL`: what an agent speaks, as a wire profile that can be used at once. */
import { lintProfile, type ProfileDocument } from "@league-v2/sdk/wire";
import { bundledForms } from "../bench/context.js";
import { differences } from "../profiles/describe.js";
import { asProfile } from "../profiles/load.js";
import type { Stage } from "../stage/stage.js";
import type { Role } from "../types.js";
import { Observer } from "./observe.js";
import { propose } from "./propose.js";

export interface Proposal {
  /** Undefined when the agent was understood in no form. */
  document: ProfileDocument | undefined;
  role: Role;
  /** In words, for people. */
  lines: string[];
}

/** @param roles in the order in which they are tried */
export async function explainWire(stage: Stage, url: string, roles: readonly Role[]): Promise<Proposal> {
  const forms = bundledForms();
  let asked = 0;
  let refusal: string | undefined;
  for (const role of roles) {
    const look = await new Observer(stage, url, forms).look(role);
    asked += look.asked;
    refusal ??= look.refusal;
    if (look.observations.length === 0) continue;
    const document = propose("proposed", look.observations, forms);
    return { document, role, lines: linesOf(document, role, look.open, asked) };
  }
  const [role = "player"] = roles;
  return {
    document: undefined,
    role,
    lines: [
      `${asked} requests were sent to ${url}, in every known form and under every likely name; none was answered with a message of league.v2.`,
      ...(refusal === undefined ? [] : [`${refusal}: it may have to be registered in a league first.`]),
      "If it needs more than that, write a profile by hand: docs/wire-forms.md.",
    ],
  };
}

function linesOf(document: ProfileDocument, role: Role, open: readonly string[], asked: number): string[] {
  const faults = lintProfile(document);
  if (faults.length > 0) throw new Error(`the proposal is no wire profile: ${JSON.stringify(faults)}`);
  const isPlain = Object.keys(document).every((key) =>
    ["name", "title", "description", "extends"].includes(key),
  );
  const words = differences(asProfile(document));
  return [
    `It answers as a ${role}. ${asked} requests were sent.`,
    isPlain
      ? `It speaks the bundled form "${document.extends}".`
      : `The nearest bundled form is "${document.extends}"; what is different stands in the profile below.`,
    ...(words.length === 0 ? [] : ["Unlike the canonical form:", ...words.map((line) => `  - ${line}`)]),
    ...open.map((type) => `It was not found out how it takes ${type}.`),
  ];
}
