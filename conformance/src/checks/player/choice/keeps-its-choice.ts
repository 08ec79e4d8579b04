import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { Match } from "../../../peers/match.js";
import { chosen, endMatches, inMatch, joinedAtOnce } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

const MATCHES = 4;
const REPETITIONS = 3;

/** A player that chooses anew each time keeps its choice by chance in one of 8 matches, so in all of these in one of 4096 runs. */
export default check<PlayerBench>({
  id: "player/choice/keeps-its-choice",
  title: "answers a repeated call with the choice that it gave the first time",
  decides: ["PLY-CHOICE-08"],
  kills: ["player:changes-its-mind"],
  worstCaseMs: MATCHES * (A_MATCH_MS + REPETITIONS * answersTo("CHOOSE_PARITY_CALL")),
  async run(bench) {
    const repeats = async (match: Match) => {
      const first = await chosen(bench, match);
      for (let again = 1; again <= REPETITIONS; again += 1) {
        const { parity_choice } = await chosen(bench, match);
        bench
          .expect(parity_choice, `parity_choice in answer to repetition ${again} of the call`)
          .is(first.parity_choice);
      }
    };
    // A player that thinks for long is asked in all matches at once; one that plays one at a time, in one after the other.
    const open = await joinedAtOnce(bench, MATCHES);
    await Promise.all(open.map(repeats)).finally(() => endMatches(bench, ...open));
    for (let i = open.length; i < MATCHES; i += 1) await inMatch(bench, repeats);
  },
});
