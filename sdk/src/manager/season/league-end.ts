/** The end of a league: the champion, and whether all agents have been notified. */
import type { Calendar } from "../store/calendar.js";
import { rank } from "../store/standings.js";
import type { Store } from "../store/store.js";
import type { LeagueEnd } from "./events.js";

/** The entry of the league manager itself when all work of the league is done. */
const OVER = "league-over";
const MANAGER = "league_manager";

export interface EndSetting {
  readonly league_id: string;
  readonly store: Store;
  readonly calendar: Calendar;
}

/** All matches are played and all reachable agents are notified: no manager repeats it. */
export async function markOver(store: Store): Promise<void> {
  await store.acknowledge(OVER, [MANAGER]);
}

export async function isOver(store: Store): Promise<boolean> {
  return (await store.acknowledged(OVER)).has(MANAGER);
}

/** The champion and the table of a league whose matches have all been played. */
export async function endOf({ league_id, store, calendar }: EndSetting): Promise<LeagueEnd> {
  const standings = rank(await store.tallies());
  const [first] = standings;
  if (first === undefined) throw new Error("a league without players cannot be completed");
  const { player_id, display_name, points } = first;
  return {
    league_id,
    total_rounds: (await calendar.rounds()).length,
    total_matches: await calendar.size(),
    champion: { player_id, display_name, points },
    standings,
  };
}
