import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { JsonObject } from "../../../json/scan.js";
import { expectChoice, expectJoin, inMatch, plays } from "../_steps.js";
import { A_MATCH_MS, answersTo, NOTIFIED_MS } from "../_time.js";

const RETRIES = { retry_count: 3, max_retries: 3, next_retry_at: null };

/** What else the documents let a referee say in a match: about the opponent, for the last time, by another code. */
const ERRORS: readonly (readonly [what: string, fields: JsonObject])[] = [
  [
    "for a join in time",
    { action_required: "GAME_JOIN_ACK", error_description: "No GAME_JOIN_ACK in time." },
  ],
  ["that announces no further retry", { retry_info: RETRIES }],
  ["about its opponent", { affected_player: "P02" }],
  ["with the code E009", { error_code: "E009", error_description: "The player could not be reached." }],
  ["with the code E099, which no document knows", { error_code: "E099" }],
];

/** By itself each, so that the first that does harm is named. */
export default check<PlayerBench>({
  id: "player/error/plays-on-after-any-game-error",
  title: "goes on to join and to choose in the same match, whatever a GAME_ERROR is about",
  decides: ["PLY-ERR-01"],
  kills: [
    "player:abandons-the-match-on-an-error",
    "player:leaves-after-an-error",
    "player:gives-up-when-no-retry-is-left",
    "player:dies-of-its-opponents-error",
  ],
  worstCaseMs: 2 * A_MATCH_MS + ERRORS.length * (A_MATCH_MS + answersTo("GAME_INVITATION") + NOTIFIED_MS),
  async run(bench) {
    const { player } = bench;
    await plays(bench);
    for (const [what, fields] of ERRORS) {
      await inMatch(bench, async (match) => {
        await match.gameError(player, fields);
        const after = `after a GAME_ERROR ${what},`;
        // Only whoever missed the join is invited again.
        if (fields.action_required === "GAME_JOIN_ACK")
          expectJoin(bench, await match.invite(player), `${after} the invitation, repeated,`);
        expectChoice(bench, await match.askChoice(player), `${after} the call for its choice`);
      });
    }
  },
});
