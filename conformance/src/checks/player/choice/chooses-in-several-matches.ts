import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { endMatches, expectChoice, joinedAtOnce, plays } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

const MATCHES = 4;

/** All called at the same moment, in another order than they were joined, by a referee each. */
export default check<PlayerBench>({
  id: "player/choice/chooses-in-several-matches",
  title: "answers each of several matches in time and with its own ids",
  decides: ["PLY-CHOICE-10"],
  kills: [
    "player:mixes-matches",
    "player:one-match-at-a-time",
    "player:waits-for-the-result",
    "player:choice-for-other-match",
    "player:chooses-in-first-match-for-ever",
  ],
  worstCaseMs: A_MATCH_MS + A_MATCH_MS,
  async run(bench) {
    await plays(bench);
    const { player, expect } = bench;
    const matches = await joinedAtOnce(bench, MATCHES);
    try {
      if (matches.length === 0) bench.notExercised("the player joined no match");
      expect(matches.length, `how many of ${MATCHES} matches at once it joined`).is(MATCHES);
      const asked = matches
        .toReversed()
        .map(async (match) => ({ match, answer: await match.askChoice(player) }));
      for (const { match, answer } of await Promise.all(asked)) {
        const choice = expectChoice(
          bench,
          answer,
          `the call for its choice in ${match.id}, one of ${MATCHES} matches at once,`,
        );
        expect(
          choice.match_id,
          `match_id of the choice in ${match.id}, one of ${MATCHES} matches at once`,
        ).is(match.id);
        expect(choice.conversation_id, `conversation_id of the choice in ${match.id}`).is(match.conversation);
        expect
          .time(answer.ms, `the answer to the call in ${match.id}`)
          .isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
      }
    } finally {
      await endMatches(bench, ...matches);
    }
  },
});
