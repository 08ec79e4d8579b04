import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import type { Twist } from "../../../peers/speaker.js";
import { UNHURT_MS, unhurt } from "../_plays-on.js";

const FAULTS: readonly Twist[] = [
  { remove: ["/context", "/deadline"] },
  { remove: ["/player_id"] },
  { set: { "/context": "none" } },
  { set: { "/deadline": 30 } },
  { set: { "/context/your_standings": [1, 2, 3] } },
  { set: { "/hurry": true, "/context/weather": { sky: null } } },
];

/** Somebody who does not answer a malformed call need not be waited for as long as for a good one. */
const BRIEFLY_MS = deadlineOf("GAME_INVITATION");

/** In the same match as the good call that follows. A player may answer them or refuse them. */
export default check<PlayerBench>({
  id: "player/error/survives-malformed-calls",
  title: "chooses after calls with missing, surplus and wrongly typed fields in the same match",
  decides: ["PLY-ERR-03"],
  kills: [
    "player:wedged-by-bad-params",
    "player:dies-of-bad-params",
    "player:abandons-the-match-on-bad-params",
    "player:chooses-once",
    "player:ignores-a-repeated-call",
  ],
  slow: true,
  worstCaseMs: UNHURT_MS + FAULTS.length * BRIEFLY_MS,
  run: (bench) =>
    unhurt(bench, "malformed calls for a choice", async (match) => {
      for (const fault of FAULTS) await match.askChoice(bench.player, { ...fault, timeoutMs: BRIEFLY_MS });
    }),
});
