import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { GAME_TYPE } from "../../../peers/scripted-manager.js";
import { chosen, inMatch, outcomeOf } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** Time for a message that is sent after an answer, when all that is waited for is known to be on its way. */
const AFTERWARDS_MS = 500;

/** The announcement tells where the opponent is, as some league managers' do; the opponent's endpoint hears nothing. */
export default check<PlayerBench>({
  id: "player/impostor/leaves-other-players-alone",
  title: "sends no messages to other players",
  decides: ["PLY-AUTH-04"],
  kills: ["player:greets-its-opponent"],
  slow: true,
  worstCaseMs: answersTo("ROUND_ANNOUNCEMENT", "GAME_OVER") + A_MATCH_MS + AFTERWARDS_MS,
  async run(bench) {
    const { player, league, expect } = bench;
    const opponent = await bench.bystander("player:P02");
    await inMatch(bench, async (match) => {
      const announced = {
        match_id: match.id,
        game_type: GAME_TYPE,
        player_A_id: player.id,
        player_B_id: match.opponent,
      };
      const endpoints = {
        referee_endpoint: league.manager.url,
        player_A_endpoint: player.url,
        player_B_endpoint: opponent.url,
      };
      await league.announceRound(player, [match], { set: { "/matches": [{ ...announced, ...endpoints }] } });
      await chosen(bench, match);
      await match.gameOver(player, outcomeOf(bench, match));
      await bench.pause(AFTERWARDS_MS);
    });
    const [first] = opponent.received;
    expect.that(first === undefined, {
      diagnosis: `the player sent its opponent ${first?.type ?? first?.method ?? "a request"}; a player has nothing to say to other players`,
      expected: "nothing",
      received: first?.type ?? first?.method ?? "a request",
    });
  },
});
