/** Referees whose matches take long. */
import { createReferee } from "@league-v2/sdk";
import { injected } from "./injected.js";

export const oneAtATime = ({ name }: { name: string }) =>
  createReferee({ displayName: name, maxConcurrentMatches: 1 });

export const announcesTwo = injected("referee", {
  on: "REFEREE_REGISTER_REQUEST",
  set: { "/referee_meta/max_concurrent_matches": 2 },
});

export const slowly = injected("referee", { on: ["GAME_OVER", "MATCH_RESULT_REPORT"], delay: 500 });
