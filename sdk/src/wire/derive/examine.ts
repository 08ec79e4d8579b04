/** Determines a peer's role and form from its descriptions and its answers to the messages of a match. */
import { canPlay } from "./can-play.js";
import type { Examination, ExamineOptions } from "./examination.js";
import { Examiner } from "./examiner.js";
import { probe } from "./probe.js";
import { indicatedRole } from "./role-signs.js";
import type { Role } from "./types.js";

export async function examine(options: ExamineOptions): Promise<Examination> {
  const { roles, seen = [] } = options;
  const [first = "player", ...others] = roles;
  const asked = await probe({ ...options, role: first });
  const indicated = indicatedRole([...seen, ...asked.answers]);
  const isAsked = indicated !== undefined && roles.includes(indicated);
  const order = isAsked ? [indicated, ...roles.filter((role) => role !== indicated)] : [first, ...others];
  const found: Examination[] = [];
  const answers = [...seen, ...asked.answers];
  for (const role of order) {
    const examiner = new Examiner(options, role, asked);
    const one = await examiner.examine();
    const isCertain = role === indicated && one.document !== undefined;
    if (!one.isReached || isCertain || isOwnOf(one)) return one;
    found.push(one);
    answers.push(...examiner.answers);
  }
  return likeliest(found, indicatedRole(answers));
}

/** Only a player answers with a choice, and only a league manager with the outcome of a registration. */
function isOwnOf(found: Examination): boolean {
  return found.role !== "referee" && canPlay(found);
}

/** Servers may acknowledge unsupported messages, so the indicated role counts more than acknowledged messages. */
function likeliest(all: readonly Examination[], indicated: Role | undefined): Examination {
  const score = (one: Examination) =>
    (one.role === indicated ? 4 : 0) + (canPlay(one) ? 2 : 0) + (one.understood.length > 0 ? 1 : 0);
  const [best] = all.toSorted((a, b) => score(b) - score(a));
  if (best === undefined) throw new RangeError("examine() needs a role to try");
  return best;
}
