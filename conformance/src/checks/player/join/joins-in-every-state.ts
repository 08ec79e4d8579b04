import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { Match, MatchIds } from "../../../peers/match.js";
import { chosen, endMatches, expectJoin, joined, newReferee } from "../_steps.js";
import { answersTo } from "../_time.js";

/** Refusing would cost the player a match, whatever it is doing at the moment. */
export default check<PlayerBench>({
  id: "player/join/joins-in-every-state",
  title:
    "joins while other matches wait for its choice or their result, after a match, and between rounds, in any round",
  decides: ["PLY-JOIN-06"],
  kills: [
    "player:one-match-at-a-time",
    "player:waits-for-the-result",
    "player:rests-after-a-match",
    "player:closes-rounds",
  ],
  worstCaseMs: answersTo(
    ...Array<string>(4).fill("GAME_INVITATION"),
    "CHOOSE_PARITY_CALL",
    "GAME_OVER",
    "LEAGUE_STANDINGS_UPDATE",
    "ROUND_COMPLETED",
    "GAME_INVITATION",
    "GAME_OVER",
  ),
  async run(bench) {
    const { player, league } = bench;
    const open: Match[] = [];
    const joinsNow = async (state: string, ids: Partial<MatchIds> = {}) => {
      const match = league.match(ids, newReferee(bench));
      open.push(match);
      const join = expectJoin(bench, await match.invite(player), `an invitation ${state}`);
      bench.expect(join.accept, `accept in the answer to an invitation ${state}`).isNot(false);
      return match;
    };
    try {
      const first = await joined(bench);
      open.push(first);
      await joinsNow("while another match waits for its choice");
      await chosen(bench, first);
      await joinsNow("while another match waits for its result");
      await endMatches(bench, ...open.splice(0));
      await joinsNow("right after a match");
      await endMatches(bench, ...open.splice(0));
      await league.standingsUpdate(player);
      await league.roundCompleted(player);
      const { roundId } = await joinsNow("between two rounds");
      await endMatches(bench, ...open.splice(0));
      await league.roundCompleted(player);
      await joinsNow("in a round that was completed", { id: `R${roundId}M2`, roundId });
    } finally {
      await endMatches(bench, ...open);
    }
  },
});
