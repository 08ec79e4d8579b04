import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { answersTo } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { RESTART_MS, restartedAgent } from "../helpers/restarted-agent.js";

export const restartChecks: readonly Check<PlayerFixture>[] = [
  {
    id: "player/restart/goes-on",
    title: "keeps its id and token when it is killed and started again, also in the match that it was in",
    decides: ["PLY-KEEP-02", "PLY-KEEP-03"],
    needs: { command: true, last: true },
    unusual: "restart",
    steps: [RESTART_MS, answersTo("GAME_INVITATION", "GAME_INVITATION", "CHOOSE_PARITY_CALL")],
    async run(fixture) {
      const { expect, player, league, restart } = fixture;
      const again = restartedAgent(fixture, player, league.manager);
      const match = league.match();
      if ((await match.invite(player)).outcome !== "message")
        fixture.notExercised("the player does not join", ["PLY-REG-01", "PLY-JOIN-01"]);
      await restart();
      await again.settled();
      const joined = await match.invite(player);
      expect.answer(joined, joined.outcome === "message", "GAME_JOIN_ACK", {
        what: "when the player had been killed and started again, the invitation, repeated for the match that it was in,",
      });
      again.assert();
      const what = "of the GAME_JOIN_ACK after the player was started again";
      if (joined.result.player_id !== undefined)
        expect(joined.result.player_id, `player_id ${what}`).is(player.id);
      expect(joined.result.auth_token, `auth_token ${what}`).is(player.token);
      const chosen = await match.askChoice(player);
      expect.answer(chosen, chosen.outcome === "message", "CHOOSE_PARITY_RESPONSE", {
        what: "when it had been killed, started again and invited again, the call for its choice",
      });
      await match.gameOver(player);
    },
  },
];
