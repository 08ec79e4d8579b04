import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { directMatchDeadline, protocol } from "../../../contract.js";
import { chooses } from "../../../peers/behaviour.js";
import { type Parity, parityOf } from "../../../peers/result.js";

/** The form of RS, in which a referee answers with the whole result. Whoever refuses it does not claim it. */
export default check<RefereeBench>({
  id: "referee/assignment/direct-match",
  title: "answers a direct match with choices, a number from 1 to 10, its parity and the winner by name",
  decides: ["REF-RUN-07"],
  kills: ["referee:direct-match-draws-42", "referee:direct-match-names-nobody"],
  worstCaseMs: directMatchDeadline(),
  async run({ league, referee, expect, notApplicable }) {
    const choices: { a: Parity; b: Parity } = { a: "even", b: "odd" };
    const match = await league.stage({
      a: { choice: chooses(choices.a) },
      b: { choice: chooses(choices.b) },
    });
    try {
      const player = ({ id, url }: { id: string; url: string }) => ({
        display_name: id,
        version: "1.0.0",
        endpoint: url,
      });
      const [player1, player2] = [player(match.playerA), player(match.playerB)];
      const answer = await referee.call(
        "run_match",
        { match_id: match.ids.matchId, player1, player2 },
        { timeoutMs: directMatchDeadline() },
      );
      if (answer.outcome !== "message" || !Object.hasOwn(answer.result, "dice_roll")) {
        return notApplicable(`this referee plays no direct matches: ${answer.describe()}`);
      }
      const { result } = answer;
      expect(result.match_id, "match_id of the result").is(match.ids.matchId);
      expect(result.player1_choice, "player1_choice").is(choices.a);
      expect(result.player2_choice, "player2_choice").is(choices.b);
      expect(result.dice_roll, "dice_roll").isInteger({
        min: protocol.draw.minimum,
        max: protocol.draw.maximum,
      });
      const parity = parityOf(Number(result.dice_roll));
      expect(result.dice_parity, `dice_parity of ${String(result.dice_roll)}`).is(parity);
      expect(result.winner, `the winner, when ${parity} was right`).is(
        (parity === choices.a ? player1 : player2).display_name,
      );
      expect(result.is_draw, "is_draw").is(false);
    } finally {
      match.close();
    }
  },
});
