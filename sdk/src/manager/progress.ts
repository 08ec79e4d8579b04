/** The progress of a league by its store (IS 2.2.4: LEAGUE_STATUS). */
import type { Calendar } from "./store/calendar.js";
import type { Store } from "./store/store.js";

export async function progress(store: Store, calendar: Calendar) {
  const [state, rounds, completed] = [
    await store.state(),
    await calendar.rounds(),
    await store.completedRound(),
  ];
  const done = rounds.findIndex(({ round_id }) => round_id === completed) + 1;
  const current = rounds[done];
  let matches_played = rounds.slice(0, done).reduce((sum, { matches }) => sum + matches.length, 0);
  for (const { match_id } of current?.matches ?? []) {
    if ((await store.result(match_id)) !== null) matches_played += 1;
  }
  return {
    state,
    current_round: current?.round_id ?? null,
    total_rounds: rounds.length,
    matches_played,
    total_matches: await calendar.size(),
  };
}
