/** Finds out which role a peer has and how it speaks, by asking it about itself and saying the messages of a match to it. */
import { couldPlay } from "./could-play.js";
import type { Examination, ExamineOptions } from "./examination.js";
import { Examiner } from "./examiner.js";
import { probe } from "./probe.js";
import { roleTold } from "./role-signs.js";
import type { Role } from "./types.js";

export async function examine(options: ExamineOptions): Promise<Examination> {
  const { roles, seen = [] } = options;
  const [first = "player", ...others] = roles;
  const asked = await probe({ ...options, role: first });
  const told = roleTold([...seen, ...asked.answers]);
  const isAsked = told !== undefined && roles.includes(told);
  const order = isAsked ? [told, ...roles.filter((role) => role !== told)] : [first, ...others];
  const found: Examination[] = [];
  const answers = [...seen, ...asked.answers];
  for (const role of order) {
    const examiner = new Examiner(options, role, asked);
    const one = await examiner.examine();
    const isCertain = role === told && one.document !== undefined;
    if (!one.isReached || isCertain || isOwnOf(one)) return one;
    found.push(one);
    answers.push(...examiner.heard);
  }
  return likeliest(found, roleTold(answers));
}

/** Only a player answers with a choice, and only a league manager with the outcome of a registration. */
function isOwnOf(found: Examination): boolean {
  return found.role !== "referee" && couldPlay(found);
}

/** Servers acknowledge what they do not understand, so that signs of the role come before what was understood. */
function likeliest(all: readonly Examination[], told: Role | undefined): Examination {
  const score = (one: Examination) =>
    (one.role === told ? 4 : 0) + (couldPlay(one) ? 2 : 0) + (one.understood.length > 0 ? 1 : 0);
  const [best] = all.toSorted((a, b) => score(b) - score(a));
  if (best === undefined) throw new RangeError("examine() needs a role to try");
  return best;
}
