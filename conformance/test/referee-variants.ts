/** Referees whose matches take long. */
import { createReferee } from "@league-v2/sdk";
import { mutantOf } from "../src/mutants/interpret.js";
import type { FaultInjection } from "../src/subject/in-process-subject.js";

export const oneAtATime = ({ name }: { name: string }) =>
  createReferee({ displayName: name, maxConcurrentMatches: 1 });

const injected = (part: object) =>
  (mutantOf({ id: "referee:variant", text: "", breaks: [], ...part }).inject as () => FaultInjection)();

export const announcesTwo = injected({
  on: "REFEREE_REGISTER_REQUEST",
  set: { "/referee_meta/max_concurrent_matches": 2 },
});

export const slowly = injected({ on: ["GAME_OVER", "MATCH_RESULT_REPORT"], delay: 500 });
