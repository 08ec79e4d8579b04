/** Emits events from the store that one manager does not emit: those before its start, and those of other managers. */
import type { LeagueEvent } from "@league-v2/sdk";
import type { Store } from "@league-v2/sdk/store";
import type { LeagueProjection } from "./league-projection.js";

export interface ReplayTarget {
  readonly store: Store;
  readonly projection: LeagueProjection;
  readonly onEvent: (event: LeagueEvent) => void;
}

/** Emits the state of a league that has begun, or the members of one that has not. */
export async function replay({ store, projection, onEvent }: ReplayTarget): Promise<void> {
  if ((await store.state()) !== "WAITING_FOR_REGISTRATIONS") {
    const members = [...(await store.members("referee")), ...(await store.members("player"))];
    const rounds = await store.schedule();
    onEvent({ type: "league_resumed", rounds, members, completed_round: await store.completedRound() });
    await replayResults({ store, projection, onEvent });
  } else {
    for (const role of ["referee", "player"] as const) {
      for (const member of await store.members(role)) onEvent({ type: "member_registered", member });
    }
  }
}

/** Emits the results that have not been emitted yet. */
export async function replayResults({ store, projection, onEvent }: ReplayTarget): Promise<void> {
  for (const { match_id } of projection.rounds.flatMap(({ matches }) => matches)) {
    if (projection.result(match_id) !== undefined) continue;
    const result = await store.result(match_id);
    if (result !== null) onEvent({ type: "result_recorded", result });
  }
}

/** Emits results that other managers record, once they can be read. @returns a function that stops it */
export function followOthers({ store, projection, onEvent }: ReplayTarget): () => void {
  return store.onRecorded((match_id) => {
    if (projection.result(match_id) !== undefined) return;
    const read = store.result(match_id).then((result) => {
      if (result !== null) onEvent({ type: "result_recorded", result });
    });
    // A result that cannot be read now is emitted at the end of the league.
    read.catch(() => {});
  });
}
