import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { Twist } from "../../../peers/speaker.js";
import { UNHURT_MS, unhurtAfterwards } from "../_plays-on.js";
import { endMatches, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

const FAULTS: readonly Twist[] = [
  { remove: ["/match_id"] },
  { remove: ["/opponent_id", "/role_in_match"] },
  { set: { "/round_id": "first" } },
  { set: { "/match_id": { id: 1 } } },
  { set: { "/opponent_id": null, "/league_id": 7 } },
  { set: { "/sender": 17 } },
  { set: { "/venue": { city: "Nowhere" }, "/toString": "surplus" } },
];

/** Each of another match, so that how the player answers them is its own affair. */
export default check<PlayerBench>({
  id: "player/error/survives-malformed-invitations",
  title: "joins and chooses after invitations with missing, surplus and wrongly typed fields",
  decides: ["PLY-ERR-03"],
  kills: ["player:wedged-by-bad-params", "player:dies-of-bad-params"],
  slow: true,
  worstCaseMs: UNHURT_MS + answersTo(...FAULTS.flatMap(() => ["GAME_INVITATION", "GAME_INVITATION"])),
  run: (bench) =>
    unhurtAfterwards(bench, "malformed invitations", async () => {
      for (const fault of FAULTS) {
        const match = bench.league.match({}, newReferee(bench));
        await match.invite(bench.player, fault);
        // It may have joined all the same.
        await endMatches(bench, match);
      }
    }),
});
