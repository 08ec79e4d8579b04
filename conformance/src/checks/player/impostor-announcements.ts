import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import { LOOK_ALIKES, REFUSED_LOOK_ALIKE } from "../../peers/look-alikes.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { expectJoin, inMatch, invited, newReferee } from "./helpers/match-steps.js";

const ANNOUNCED = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"] as const;

/** Messages that only the league manager may send to a player. */
export const impostorAnnouncementsChecks: readonly Check<PlayerFixture>[] = [
  /** Twin controls: each message from the league manager, and from the referee of the player's match. */
  {
    id: "player/impostor/announcements-from-other-sender",
    title:
      "refuses announcements, standings and round completions that are not the league manager's, with E012",
    decides: ["PLY-AUTH-03"],
    steps: [answersTo("GAME_INVITATION", "GAME_OVER"), times(4, answersTo(...ANNOUNCED))],
    run: (fixture) =>
      inMatch(fixture, async ({ referee }) => {
        const { player, league, twins } = fixture;
        const says = {
          ROUND_ANNOUNCEMENT: (as = league.client) => league.announceRound(player, [], {}, as),
          LEAGUE_STANDINGS_UPDATE: (as = league.client) => league.standingsUpdate(player, {}, as),
          ROUND_COMPLETED: (as = league.client) => league.roundCompleted(player, {}, as),
        };
        for (const [index, type] of ANNOUNCED.entries()) {
          await twins({
            differ: "sender (a referee)",
            valid: () => says[type](),
            invalid: () => says[type](referee),
            because: ["E012"],
          });
          const sender = LOOK_ALIKES[index % LOOK_ALIKES.length] ?? LOOK_ALIKES[0];
          await twins({
            differ: `sender (${sender})`,
            valid: () => says[type](),
            invalid: () => says[type](league.impostor(sender, { sender })),
            because: REFUSED_LOOK_ALIKE,
          });
        }
      }),
  },
  /** The twin is the league manager's message, sent last because it may end the player. */
  {
    id: "player/impostor/completion-from-other-sender",
    title: "refuses a LEAGUE_COMPLETED that is not the league manager's, with E012, and plays on",
    decides: ["PLY-AUTH-03"],
    needs: { last: true },
    unusual: "completion",
    steps: [
      answersTo("GAME_INVITATION", "LEAGUE_COMPLETED", "GAME_INVITATION", "GAME_OVER", "LEAGUE_COMPLETED"),
    ],
    async run(fixture) {
      const { player, league } = fixture;
      const fromReferee = await inMatch(fixture, ({ referee }) =>
        league.leagueCompleted(player, {}, referee),
      );
      const invitation = await invited(fixture, league.match({}, newReferee(fixture)));
      // If the suite cannot start another player, later checks need this one.
      const manager = fixture.canStart ? await league.leagueCompleted(player) : undefined;
      if (fromReferee.outcome === "refusal" && manager?.outcome === "refusal") {
        fixture.notExercised(
          `the player does not accept the league manager's message either (${manager.describe()})`,
          ["PLY-ACK-01", "PLY-ACK-03"],
        );
      }
      fixture.refused(fromReferee, "sender (a referee)", ["E012"]);
      expectJoin(fixture, invitation, "after a referee's LEAGUE_COMPLETED, an invitation");
    },
  },
];
