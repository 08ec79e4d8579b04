import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, inMatch } from "../_steps.js";
import { A_MATCH_MS, answersTo, NOTIFIED_MS } from "../_time.js";

const MATCHES = 4;
const TIMES = 5;

/**
 * What a referee says that missed an answer, the invitation among it, must not make the player choose anew. A player
 * that does keeps its choice by chance in one of 32 matches.
 */
export default check<PlayerBench>({
  id: "player/choice/keeps-its-choice-throughout",
  title: "keeps its choice when it is invited again, or told of an error, between two calls",
  decides: ["PLY-CHOICE-08"],
  kills: [
    "player:changes-its-mind",
    "player:starts-over-when-invited-again",
    "player:starts-over-after-an-error",
  ],
  worstCaseMs:
    MATCHES * (A_MATCH_MS + TIMES * (answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL") + NOTIFIED_MS)),
  async run(bench) {
    const { player, expect } = bench;
    for (let i = 0; i < MATCHES; i += 1) {
      await inMatch(bench, async (match) => {
        const { parity_choice } = await chosen(bench, match);
        for (let time = 0; time < TIMES; time += 1) {
          const invited = i % 2 === 0;
          if (invited) await match.invite(player);
          else await match.gameError(player);
          const between = invited ? "a repeated invitation" : "a GAME_ERROR";
          const again = await chosen(bench, match);
          // What is no parity is for player/choice/valid-parity.
          if (again.parity_choice === "even" || again.parity_choice === "odd") {
            const what = `parity_choice in answer to the call that was repeated after ${between}`;
            expect(again.parity_choice, what).is(parity_choice);
          }
        }
      });
    }
  },
});
