/** Hands the events of a league to those who follow it, each with the story so far. */
import type { LeagueEvent } from "@league-v2/sdk";
import { Chronicle } from "./chronicle.js";

/** Called for each event in order, when the chronicle has taken it. Must not throw. */
export type Follower = (event: LeagueEvent, chronicle: Chronicle) => void;

export interface Following {
  readonly chronicle: Chronicle;
  /** For `LeagueManagerOptions`. */
  readonly onEvent: (event: LeagueEvent) => void;
}

export function follow(league_id: string, followers: readonly Follower[]): Following {
  const chronicle = new Chronicle(league_id);
  return {
    chronicle,
    onEvent(event) {
      chronicle.take(event);
      for (const follower of followers) follower(event, chronicle);
    },
  };
}
