/** Passes the events of a league to listeners, each with the projection so far: those of a manager, and those in its store. */
import type { LeagueEvent } from "@league-v2/sdk";
import type { Store } from "@league-v2/sdk/store";
import { LeagueProjection } from "./league-projection.js";

/** Called for each event in order, after the projection has applied it. Must not throw. */
export type LeagueListener = (event: LeagueEvent, projection: LeagueProjection) => void;

export interface Following {
  readonly projection: LeagueProjection;
  /** For `LeagueManagerOptions`, of any number of managers of the league: known events are not emitted again. */
  readonly onEvent: (event: LeagueEvent) => void;
}

export function follow(league_id: string, listeners: readonly LeagueListener[]): Following {
  const projection = new LeagueProjection(league_id);
  return {
    projection,
    onEvent(event) {
      if (isKnown(event, projection)) return;
      projection.take(event);
      for (const listener of listeners) listener(event, projection);
    },
  };
}

function isKnown(event: LeagueEvent, projection: LeagueProjection): boolean {
  switch (event.type) {
    case "member_registered":
      return projection.member(event.member.id) !== undefined;
    case "league_started":
    case "league_resumed":
      return projection.rounds.length > 0;
    case "round_announced":
      return projection.roundStatus(event.round.round_id) !== "SCHEDULED";
    case "match_started":
      return projection.matchStatus(event.match.match_id) === "FINISHED";
    case "result_recorded":
      return projection.result(event.result.match_id) !== undefined;
    case "round_completed":
      return projection.roundStatus(event.round.round_id) === "COMPLETED";
    case "league_completed":
      return projection.end !== null;
  }
}

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
