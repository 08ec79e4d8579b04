/** What a store knows of a league and the events of one manager do not tell: the time before, and the other managers. */
import type { LeagueEvent, Store } from "@league-v2/sdk";
import type { LeagueProjection } from "./league-projection.js";

export interface StoryTeller {
  readonly store: Store;
  readonly chronicle: LeagueProjection;
  readonly onEvent: (event: LeagueEvent) => void;
}

/** Tells how a league stands that has begun already; nothing happens for a new one. */
export async function replay({ store, chronicle, onEvent }: StoryTeller): Promise<void> {
  if ((await store.state()) !== "WAITING_FOR_REGISTRATIONS") {
    const members = [...(await store.members("referee")), ...(await store.members("player"))];
    const rounds = await store.schedule();
    onEvent({ type: "league_resumed", rounds, members, completed_round: await store.completedRound() });
    await recallResults({ store, chronicle, onEvent });
  } else {
    for (const role of ["referee", "player"] as const) {
      for (const member of await store.members(role)) onEvent({ type: "member_registered", member });
    }
  }
}

/** Tells of the results that nobody has told of. */
export async function recallResults({ store, chronicle, onEvent }: StoryTeller): Promise<void> {
  for (const { match_id } of chronicle.rounds.flatMap(({ matches }) => matches)) {
    if (chronicle.result(match_id) !== undefined) continue;
    const result = await store.result(match_id);
    if (result !== null) onEvent({ type: "result_recorded", result });
  }
}

/** Tells of the results that other managers record, as soon as it can. @returns the end of it */
export function followOthers({ store, chronicle, onEvent }: StoryTeller): () => void {
  return store.onRecorded((match_id) => {
    if (chronicle.result(match_id) !== undefined) return;
    const read = store.result(match_id).then((result) => {
      if (result !== null) onEvent({ type: "result_recorded", result });
    });
    // What cannot be read now is told at the end of the league.
    read.catch(() => {});
  });
}
