import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

const NO_TOKEN = { remove: ["/auth_token"] };

/** The invitation is announced and comes first: neither its surprise nor another match is a reason to refuse it. */
export default check<PlayerBench>({
  id: "player/impostor/without-token",
  title: "refuses an invitation and a call without a token, with E011",
  decides: ["PLY-AUTH-02"],
  kills: [
    "player:joins-without-a-token",
    "player:chooses-without-a-token",
    "player:obeys-any-referee",
    "player:looks-at-names-only",
    "player:refuses-with-internal-error",
  ],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("ROUND_ANNOUNCEMENT", "GAME_INVITATION", "CHOOSE_PARITY_CALL"),
  async run(bench) {
    const { player, league } = bench;
    const uninvited = league.match();
    await league.announceRound(player, [uninvited]);
    const invitation = await uninvited.invite(player, NO_TOKEN);
    await impostorFirst(bench, (match) => ({
      differ: "auth_token (none)",
      wrong: () => match.askChoice(player, NO_TOKEN),
      right: () => match.askChoice(player),
      because: ["E011"],
    }));
    bench.refused(invitation, "auth_token (none)", ["E011"]);
  },
});
