import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, joined, outcomeOf } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/registration/sends-token",
  title: "puts the token that it was given into every message, replies included",
  decides: ["PLY-REG-08"],
  kills: ["player:sends-no-token", "player:sends-another-token", "player:forgets-token-in-acknowledgements"],
  worstCaseMs: A_MATCH_MS + answersTo("LEAGUE_STANDINGS_UPDATE"),
  async run(bench) {
    const { registered: player, league } = bench;
    const match = await joined(bench);
    const choice = await chosen(bench, match);
    const over = await match.gameOver(player, outcomeOf(bench, match));
    const standings = await league.standingsUpdate(player);
    const acknowledgements = [over, standings].flatMap((answer) =>
      answer.outcome === "message" ? [answer.result] : [],
    );
    // What has no message_type is a mere acknowledgement, and no message.
    const messages = [
      match.joined.result,
      choice,
      ...acknowledgements.filter(({ message_type }) => message_type !== undefined),
    ];
    for (const said of messages)
      bench.expect(said.auth_token, `auth_token of ${String(said.message_type)}`).is(player.token);
  },
});
