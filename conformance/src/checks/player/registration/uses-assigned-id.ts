import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

/** The suite gives ids that nobody guesses. Whether player_id is there at all is for the checks of joining and choosing. */
export default check<PlayerBench>({
  id: "player/registration/uses-assigned-id",
  title: "names itself by the player_id that the league manager gave it",
  decides: ["PLY-REG-07"],
  kills: [
    "player:keeps-own-id",
    "player:keeps-own-sender",
    "player:chooses-as-its-opponent",
    "player:joins-as-its-opponent",
  ],
  worstCaseMs: A_MATCH_MS,
  async run(bench) {
    const { id } = bench.registered;
    await inMatch(bench, async (match) => {
      const own = `the league manager gave it ${id}`;
      for (const said of [match.joined.result, await chosen(bench, match)]) {
        const about = (member: string) =>
          bench.expect(said[member], `${member} of ${String(said.message_type)}`);
        if (said.player_id !== undefined) about("player_id").is(id, own);
        if (said.sender !== undefined) about("sender").isOneOf([`player:${id}`, id], own);
      }
    });
  },
});
