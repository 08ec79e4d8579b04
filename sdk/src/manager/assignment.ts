/** The referee of a match, for reports without a sender. */
import type { Assignment } from "../agent/serving/role-parts.js";
import type { Calendar } from "./calendar.js";
import type { Roster } from "./roster.js";
import type { Store } from "./store.js";

interface Places {
  readonly calendar: Calendar;
  readonly roster: Roster;
  readonly store: Pick<Store, "isAssigned">;
}

/** @param id of the match, or its number */
export async function assignmentOf(
  id: string,
  { calendar, roster, store }: Places,
): Promise<Assignment | undefined> {
  const matches = (await calendar.rounds()).flatMap((round) => round.matches);
  const match = matches.find(({ match_id }) => match_id === id) ?? (await matchOfNumber(id, matches));
  if (match === undefined) return undefined;
  const { match_id, player_A_id, player_B_id } = match;
  const [, referees] = await roster.all();
  for (const referee of referees) {
    if (!(await store.isAssigned(match_id, referee.id))) continue;
    return { match_id, referee_id: referee.id, players: [player_A_id, player_B_id] };
  }
  return undefined;
}

/** A canonical league needs no other formats of ids: their code is loaded with the first. */
async function matchOfNumber<Match extends { readonly match_id: string }>(
  number: string,
  matches: readonly Match[],
): Promise<Match | undefined> {
  const { inFormat } = await import("../wire/value-format.js");
  return matches.find(({ match_id }) => String(inFormat(match_id, "number")) === number);
}
