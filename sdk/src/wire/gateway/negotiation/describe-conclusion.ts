/** The findings about a peer, in about ten lines of text. */

import type { ProfileDocument } from "../../message/types.js";
import { type Conclusion, leagueRefusal } from "./negotiate.js";

/** The name of the form for `--wire`: a bundled one, or undefined where a profile is needed. */
export function bundledFormOf(document: ProfileDocument | undefined): string | undefined {
  const { name: _, title: __, description: ___, extends: base, ...rest } = document ?? { extends: undefined };
  return Object.keys(rest).length === 0 ? base : undefined;
}

/**
 * A conclusion as lines of text.
 * @param file where the profile is, or would be, written
 */
export function describeConclusion(url: string, found: Conclusion, file: string): string[] {
  const { role, isReached, document, understood, refused, evidence, open, requests } = found;
  if (!isReached)
    return [
      `${url} does not answer. Start the agent, or check the address and the port at which it listens.`,
    ];
  const form = bundledFormOf(document);
  const isPlayable = canPlay(found);
  return [
    `${url} was asked as a ${role}; it answered ${requests} requests.`,
    `It uses ${formLine(document, form)}.`,
    `Learned: ${evidence.length === 0 ? "nothing in addition to its answers" : evidence.join("; ")}.`,
    `Understood: ${understood.length === 0 ? "nothing" : understood.join(", ")}.`,
    ...refused.map(({ type, answer }) => `Not understood: ${type}; the last answer was ${answer}`),
    ...open.map((line) => `Open: ${line}.`),
    isPlayable ? playable(role) : `It could not play a match now: ${missing(found)}.`,
    ...(document === undefined ? [] : [`Test it: ${testCommand(url, role, form ?? file)}`]),
    ...(document === undefined || form === "canonical"
      ? []
      : [`Play with it: ${playCommand(role, form ?? file)}`]),
  ];
}

/** The command with which the conformance suite tests the peer in its form. */
export function testCommand(url: string, role: Conclusion["role"], form: string): string {
  const wire = form === "canonical" ? "" : ` --wire ${form}`;
  return `league-conformance ${role} --url ${url}${wire}`;
}

/** The command of an agent of this project that plays with the peer in its form. */
export function playCommand(role: Conclusion["role"], form: string): string {
  return role === "manager" ? `league player --name NAME --forms ${form}` : `league manager --forms ${form}`;
}

function formLine(document: ProfileDocument | undefined, form: string | undefined): string {
  if (document === undefined) return "no known form, and none could be derived";
  return form === undefined ? `another form, nearest to "${document.extends}"` : `the form "${form}"`;
}

function playable(role: Conclusion["role"]): string {
  if (role === "player") return "It could play a match now.";
  return role === "referee"
    ? "It describes a call that starts a match; only a match shows whether it does."
    : "It could run a league now; no league was started to try it.";
}

function missing({ role, understood, refused }: Conclusion): string {
  if (role === "referee")
    return "it describes no call that starts one, and only a match shows whether an announcement does";
  const types = needed[role].filter((type) => !understood.includes(type));
  const [refusal] = refused.flatMap(({ answer }) => leagueRefusal.exec(answer) ?? []);
  if (refusal !== undefined)
    return `it refuses ${types.join(" and ")} with ${refusal}: it may have to be in a league first`;
  return `it does not answer ${types.join(" and ")} with what is asked`;
}

/** The messages that each role must support for a match. */
export const needed = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL"],
  referee: ["ROUND_ANNOUNCEMENT"],
  manager: ["LEAGUE_REGISTER_REQUEST"],
} as const;

/** Whether a referee starts matches is shown by a match only: it counts as one that could if it describes a call for it. */
export function canPlay({ role, understood, matchStart }: Conclusion): boolean {
  if (role === "referee") return matchStart !== undefined;
  return needed[role].every((type) => understood.includes(type));
}
