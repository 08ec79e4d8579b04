import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import type { Match } from "../../peers/match.js";
import type { MessageOverrides } from "../../peers/peer-client.js";
import { answersTo, times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import {
  expectAbout,
  expectAcknowledged,
  expectNamed,
  LAST_ROUND,
  lastOfThree,
  UNPLAYED,
  unusualStandings,
  wonLeagueAcknowledged,
} from "./helpers/acknowledged.js";
import {
  chosen,
  expectResult,
  inMatch,
  matches,
  outcomeFor,
  outcomeOf,
  technicalLoss,
} from "./helpers/match-steps.js";

const ROLES = ["PLAYER_A", "PLAYER_B"] as const;
/** Each outcome twice in a row. */
const ENDS = (["won", "lost", "drew"] as const).flatMap((end) => ROLES.map((role) => ({ role, end })));

export const acknowledgementChecks: readonly Check<PlayerFixture>[] = [
  /** A referee repeats a GAME_OVER without an acknowledgement. */
  {
    id: "player/acknowledgement/game-over-again",
    title: "acknowledges a GAME_OVER that is repeated",
    decides: ["PLY-ACK-05"],
    steps: [matches(1), answersTo("GAME_OVER", "GAME_OVER")],
    run: (fixture) =>
      inMatch(fixture, async (match) => {
        await chosen(fixture, match);
        const outcome = outcomeOf(fixture, match);
        const first = await match.gameOver(fixture.player, outcome);
        if (!first.hasResult)
          fixture.notExercised(`the player did not acknowledge the first GAME_OVER (${first.describe()})`, [
            "PLY-ACK-02",
          ]);
        for (const what of ["repeated", "repeated once more"])
          expectResult(fixture, await match.gameOver(fixture.player, outcome), `the GAME_OVER, ${what},`);
      }),
  },
  /** A twin control: the same referee ends a match of the player, and one without this player. */
  {
    id: "player/acknowledgement/game-over-of-others",
    title: "refuses the GAME_OVER of a match that it was never in, with E006",
    decides: ["PLY-ACK-05"],
    steps: [matches(1), answersTo("GAME_OVER")],
    run: (fixture) =>
      inMatch(fixture, async (match) => {
        await chosen(fixture, match);
        const other = fixture.league.match({}, match.referee);
        await fixture.twins({
          differ: "match_id",
          valid: () => match.gameOver(fixture.player, outcomeOf(fixture, match)),
          invalid: () => other.gameOver(fixture.player, outcomeOf(fixture, match)),
          because: ["E006"],
        });
      }),
  },
  /**
   * Technical losses, its own, its opponent's and both players', and the draw when neither chose: `drawn_number` and
   * `number_parity` are null, and so is the missing choice.
   */
  {
    id: "player/acknowledgement/game-over-without-number",
    title: "answers the GAME_OVER of a match that ended before a number was drawn with a result in time",
    decides: ["PLY-ACK-02"],
    steps: [matches(1), times(4, answersTo("GAME_INVITATION", "GAME_OVER"))],
    async run(fixture) {
      const { player } = fixture;
      await inMatch(fixture, async (match) => {
        const over = await match.gameOver(player, { result: technicalLoss(player.id, match.opponent) });
        expectResult(fixture, over, "the GAME_OVER of a match that it lost by a technical loss");
      });
      await inMatch(fixture, async (match) => {
        await chosen(fixture, match);
        const over = await match.gameOver(player, { result: technicalLoss(match.opponent, player.id) });
        expectResult(fixture, over, "the GAME_OVER of a match that its opponent lost by a technical loss");
      });
      for (const [what, resultOf] of UNPLAYED) {
        await inMatch(fixture, async (match) => {
          const over = await match.gameOver(player, { result: resultOf(match, player.id) });
          expectResult(fixture, over, `the GAME_OVER of a match ${what},`);
        });
      }
    },
  },
  {
    id: "player/acknowledgement/game-over",
    title: "answers GAME_OVER with a result in time, whether it won, lost or drew",
    decides: ["PLY-ACK-02"],
    steps: [matches(ENDS.length)],
    async run(fixture) {
      for (const { role, end } of ENDS) {
        const look = async (match: Match) => {
          const outcome = outcomeFor(end, (await chosen(fixture, match)).parity_choice);
          const over = await match.gameOver(fixture.player, outcome);
          const what = `a match that it ${end} as ${role}, with the number ${outcome.number},`;
          expectResult(fixture, over, `the GAME_OVER of ${what}`);
        };
        await inMatch(fixture, look, { role });
      }
    },
  },
  /**
   * Another player has won, as most players see it. Whether this one ends afterwards or waits for
   * SHUTDOWN_COMMAND is not judged.
   */
  {
    id: "player/acknowledgement/league-completed",
    title: "answers LEAGUE_COMPLETED with a result in time, before it ends",
    decides: ["PLY-ACK-03"],
    needs: { last: true },
    unusual: "completion",
    steps: [answersTo("GAME_INVITATION", "GAME_OVER", "LEAGUE_COMPLETED")],
    async run(fixture) {
      const { league, player } = fixture;
      await inMatch(fixture, async () => undefined);
      const champion = { player_id: "P97", display_name: "P97", points: 6 };
      const set = { "/champion": champion, "/final_standings": lastOfThree(player) };
      await expectAcknowledged(
        fixture,
        (overrides) => league.leagueCompleted(player, { ...overrides, set }),
        "the completion of a league that another player has won",
      );
    },
  },
  /** A separate check, because LEAGUE_COMPLETED may end the player. */
  {
    id: "player/acknowledgement/names-the-completion",
    title: "acknowledges LEAGUE_COMPLETED with LEAGUE_COMPLETED_ACK",
    decides: ["PLY-ACK-04"],
    needs: { last: true },
    unusual: "completion",
    steps: [answersTo("GAME_INVITATION", "GAME_OVER", "LEAGUE_COMPLETED")],
    async run(fixture) {
      await inMatch(fixture, async () => undefined);
      expectNamed(fixture, await wonLeagueAcknowledged(fixture));
    },
  },
  /** The other checks of this group judge whether these messages are answered. */
  {
    id: "player/acknowledgement/names-what-it-acknowledges",
    title: "acknowledges each message with the acknowledgement that bears its name, and its match or round",
    decides: ["PLY-ACK-04"],
    steps: [
      answersTo("GAME_INVITATION", "GAME_OVER"),
      answersTo("ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"),
    ],
    async run(fixture) {
      const { player, league } = fixture;
      await inMatch(fixture, async () => undefined);
      let match = league.match();
      const answers = await inMatch(fixture, async (one) => {
        match = one;
        return [
          await league.announceRound(player, [match]),
          await match.gameOver(player, outcomeOf(fixture, match)),
          await league.standingsUpdate(player),
          await league.roundCompleted(player),
        ];
      });
      const acknowledged = answers.filter(({ hasResult }) => hasResult);
      for (const answer of acknowledged) expectNamed(fixture, answer);
      for (const answer of acknowledged) {
        const about = answer.question === "GAME_OVER" ? { match_id: match.id } : { round_id: match.roundId };
        expectAbout(fixture, answer, about);
      }
      const missing = answers.filter((answer) => !answer.hasResult).map(({ question }) => question);
      if (missing.length > 0)
        fixture.notExercised(`the player acknowledged no ${missing.join(" and no ")}`, [
          "PLY-ACK-01",
          "PLY-ACK-02",
        ]);
    },
  },
  {
    id: "player/acknowledgement/round-announcement",
    title:
      "answers ROUND_ANNOUNCEMENT with a result in time, in either role, again, and when it sits the round out",
    decides: ["PLY-ACK-01"],
    steps: [answersTo("GAME_INVITATION", "GAME_OVER", ...Array<string>(4).fill("ROUND_ANNOUNCEMENT"))],
    async run(fixture) {
      const { player, league } = fixture;
      await inMatch(fixture, async () => undefined);
      for (const role of ROLES) {
        const match = league.match({ role });
        const what = `the announcement of a round with a match of its own as ${role}`;
        const announce = (overrides: MessageOverrides) => league.announceRound(player, [match], overrides);
        await expectAcknowledged(fixture, announce, what);
        if (role === "PLAYER_B") await expectAcknowledged(fixture, announce, `${what}, repeated`);
      }
      await expectAcknowledged(
        fixture,
        (overrides) => league.announceRound(player, [], overrides),
        "the announcement of a round that it sits out",
      );
    },
  },
  /** The last round has no next one. */
  {
    id: "player/acknowledgement/round-completed",
    title: "answers ROUND_COMPLETED with a result in time, also after the last round",
    decides: ["PLY-ACK-01"],
    unusual: "completion",
    steps: [answersTo("GAME_INVITATION", "GAME_OVER", "ROUND_COMPLETED", "ROUND_COMPLETED")],
    async run(fixture) {
      const { league, player } = fixture;
      await inMatch(fixture, async () => undefined);
      await expectAcknowledged(
        fixture,
        (overrides) => league.roundCompleted(player, overrides),
        "the completion of a round",
      );
      await expectAcknowledged(
        fixture,
        (overrides) => league.roundCompleted(player, { ...overrides, set: LAST_ROUND }),
        "the completion of the last round",
      );
    },
  },
  /** Before the first match, and later: at any rank of the player, and with any names of the others. */
  {
    id: "player/acknowledgement/standings",
    title: "answers LEAGUE_STANDINGS_UPDATE with a result in time, at any rank",
    decides: ["PLY-ACK-01"],
    steps: [answersTo("GAME_INVITATION", "GAME_OVER", ...Array<string>(5).fill("LEAGUE_STANDINGS_UPDATE"))],
    async run(fixture) {
      const { player, league } = fixture;
      await inMatch(fixture, async () => undefined);
      await expectAcknowledged(
        fixture,
        (overrides) => league.standingsUpdate(player, overrides),
        "the standings",
      );
      for (const [what, standings] of unusualStandings(player)) {
        const update = (overrides: MessageOverrides) =>
          league.standingsUpdate(player, { ...overrides, set: { "/standings": standings } });
        await expectAcknowledged(fixture, update, what);
      }
    },
  },
];
