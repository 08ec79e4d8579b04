/** The league's metrics on `GET /metrics`: from the store, so that a new process continues the counts. */
import type { Family } from "../metrics/family.js";
import type { LivenessTracker } from "./dispatch/liveness-tracker.js";
import type { Member, Store } from "./store/store.js";

const roles: readonly Member["role"][] = ["referee", "player"];

export async function managerMetrics(
  store: Pick<Store, "members" | "tallies">,
  liveness: LivenessTracker,
): Promise<Family[]> {
  const counts = await Promise.all(roles.map(async (role) => [role, await store.members(role)] as const));
  const members = counts.flatMap(([role, all]) => {
    const states = new Map<string, number>();
    for (const { id } of all) {
      const state = liveness.stateOf(id);
      states.set(state, (states.get(state) ?? 0) + 1);
    }
    return [...states].map(([state, value]) => ({ labels: { role, state }, value }));
  });
  // Each match is in the rows of both of its players.
  const played = (await store.tallies()).reduce((sum, row) => sum + row.played, 0) / 2;
  return [
    {
      name: "league_members",
      help: "Members of the league, by role and state; a SUSPENDED one is not waited for.",
      type: "gauge",
      samples: members,
    },
    {
      name: "league_matches_recorded",
      help: "Matches with a recorded result.",
      type: "gauge",
      samples: [{ value: played }],
    },
  ];
}
