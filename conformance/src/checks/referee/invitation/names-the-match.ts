import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isAmbiguous } from "../../../profiles/waived.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/invitation/names-the-match",
  title: "puts league, round, match, opponent and the addressee's own role into each invitation",
  decides: ["REF-INV-02"],
  kills: [
    "referee:swaps-roles",
    "referee:same-role-for-both",
    "referee:names-player-as-its-own-opponent",
    "referee:invites-to-another-round",
    "referee:round-as-text",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inSeries(bench, ({ matchId, leagueId, roundId, playerA, playerB, invitations }) => {
      for (const { side, message } of invitations) {
        const addressee = side === "A" ? playerA : playerB;
        const opponent = side === "A" ? playerB : playerA;
        const invitation = bench.expect(message, `the invitation of ${addressee.id}`);
        invitation.at("/league_id").is(leagueId);
        invitation.at("/round_id").is(roundId);
        invitation.at("/match_id").is(matchId);
        invitation.at("/opponent_id").is(opponent.id);
        if (bench.dialect !== "flat" && !isAmbiguous(bench.profile, "GAME_INVITATION", "/role_in_match"))
          invitation.at("/role_in_match").is(`PLAYER_${side}`);
      }
    });
  },
});
