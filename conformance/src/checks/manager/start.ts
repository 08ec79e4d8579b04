import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { show } from "../../json.js";
import { START_TIMEOUT_MS } from "../../peers/managed-league.js";
import { type Judging, type Leagues, rule } from "../../rules/rule.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { disturbedBy } from "./helpers/disturbed-leagues.js";
import {
  A_LEAGUE,
  announcedEarly,
  assertCompleted,
  NO_ASSIGNMENT,
  NO_END,
  playersOf,
} from "./helpers/league-progress.js";
import {
  ofSize,
  PLAIN_LEAGUE,
  PLAIN_SIZE,
  type Played,
  SIZES,
  skipIfLeagueFails,
  skipIfNumbersIgnored,
} from "./helpers/leagues.js";
import { BEGINNING, type Beginning, beginnings, SHORTAGES } from "./helpers/start-scenarios.js";

/** Leagues of all sizes; a manager that always waits for the same numbers plays one. */
const BEGUN: Leagues<ManagerFixture, Played> = {
  steps: [A_LEAGUE],
  async judgeEach(fixture, judge) {
    let players = 0;
    await PLAIN_LEAGUE.judgeEach(fixture, (league) => {
      players = playersOf(league.value.seen).length;
      judge(league);
    });
    if (!fixture.canStart || players !== PLAIN_SIZE) return;
    await Promise.all(SIZES.map((size) => ofSize(size).judgeEach(fixture, judge)));
  },
};

export const startChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/start/begins-by-itself",
    title: "begins its league without start_league when the configured numbers have registered",
    decides: ["LM-START-01"],
    over: BEGUN,
    shows: ["START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"],
    judge({ seen }, { canStart, expect, notExercised }) {
      const { begun, referees } = seen;
      if (!canStart && begun !== "by itself")
        notExercised(
          "it is not known how many agents the manager at --url waits for; say so with --players and --referees",
        );
      const who = `${playersOf(seen).length} players and ${referees.length} referees`;
      expect.that(begun === "by itself", {
        diagnosis: `${who} registered, as many as the manager is to wait for, and ${START_TIMEOUT_MS / 1_000} s later it had announced no round`,
        expected: "ROUND_ANNOUNCEMENT",
        received: begun === "never" ? "nothing, not even after start_league" : "nothing before start_league",
        hint: "The numbers are in {players} and {referees} of --command, and in LEAGUE_PLAYERS and LEAGUE_REFEREES.",
      });
    },
  }),
  rule({
    id: "manager/start/start-league",
    title: "begins at start_league with the agents that have registered, or says why it cannot",
    decides: ["LM-START-03"],
    over: beginnings("start_league"),
    shows: BEGINNING,
    judge: assertStart,
  }),
  rule({
    id: "manager/start/started-again",
    title: "plays each round once, also when start_league comes once more while it plays and at the end",
    decides: ["LM-ROUND-05"],
    over: disturbedBy("start_league again", skipIfLeagueFails),
    shows: ["START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"],
    judge({ seen, startedAgain, playedAgain }, fixture) {
      if (!startedAgain) fixture.notExercised("the league did not come to its second round", NO_END);
      const again = "the round that was announced once more after a start_league at the end of the league";
      fixture.expect(playedAgain?.message.round_id, again).isAbsent();
      const early = announcedEarly(seen);
      if (early !== undefined)
        fixture.notExercised(
          `round ${String(early.id)} was announced before ${String(early.matchId)} was reported`,
          ["LM-ROUND-03"],
        );
      for (const player of playersOf(seen)) {
        const rounds = seen.sent("ROUND_ANNOUNCEMENT", player).map(({ message }) => message.round_id);
        const what = `the rounds that ${player.id} was sent, when start_league came a second time in the second round,`;
        fixture.expect(rounds, what).is([...new Set(rounds)]);
      }
      assertCompleted(fixture, seen, "start_league came a second time in the second round");
    },
  }),
  rule({
    id: "manager/start/waits-for-the-numbers",
    title: "does not begin without start_league before the configured numbers have registered",
    decides: ["LM-START-01"],
    over: beginnings("fewer than configured", undefined, skipIfNumbersIgnored),
    shows: BEGINNING,
    judge({ name, premature }, { expect, notExercised }) {
      if (premature === undefined)
        return notExercised("the league manager began with too few agents", ["LM-START-02"]);
      const { required, missing } = SHORTAGES[name];
      const what = `the match that was assigned, with ${required.players} players and ${required.referees} referees to wait for, before all of these ${missing}s had registered`;
      expect(premature.match, what).isAbsent();
    },
  }),
  rule({
    id: "manager/start/counts-agents-once",
    title: "does not count a player that registers again as one more",
    decides: ["LM-START-01"],
    over: disturbedBy("repeated registrations"),
    shows: BEGINNING,
    judge({ repeated, early }, { expect, notExercised }) {
      const [{ first, answer } = notExercised("no player has registered again")] = repeated;
      const { player_id } = answer.outcome === "message" ? answer.result : {};
      if (typeof player_id === "string" && player_id !== first.id)
        notExercised("a player that registered again was admitted as another one", ["LM-REG-10"]);
      const what = "the round that was announced after a player had registered again, while one was missing,";
      expect(early?.message.round_id, what, early).isAbsent();
    },
  }),
  rule({
    id: "manager/start/waits-for-enough",
    title: "assigns no match with fewer than two players or without a referee, not even after start_league",
    decides: ["LM-START-02"],
    over: beginnings("beginning by itself"),
    shows: BEGINNING,
    judge({ name, early, late }, { expect, notExercised }) {
      expect(early, `the match that was assigned with ${name} registered`).isAbsent();
      // A match with enough agents shows that the manager is able to assign one.
      if (late === undefined)
        notExercised(
          "the league manager assigned no match with two players and a referee either",
          NO_ASSIGNMENT,
        );
    },
  }),
];

function assertStart({ name, refusal, started, late }: Beginning, fixture: Judging): void {
  const { word } = SHORTAGES[name];
  const what = `start_league with ${name}`;
  const answer = refusal ?? fixture.notExercised("the league manager was not asked to begin");
  fixture.expect.answer(answer, answer.outcome === "refusal", `E008 and ${word}`, { what });
  const { league, message, data } = answer.refusal;
  fixture.expect(league, `the code of the refusal of ${what}`, answer).is("E008");
  // An error with only its name as the message, and without data, breaks another clause.
  const isBare = (data ?? null) === null && message === "INVALID_STATE";
  const bare = `whether the refusal of ${what} has neither data nor a message other than its name`;
  onBehalfOf(["TRN-ERR-04"], () =>
    fixture.expect(isBare, bare, answer).is(false, `Send the whole LEAGUE_ERROR and the word ${word}.`),
  );
  const refusalText = `${message} ${show(data, 2_000)}`;
  fixture
    .expect(refusalText, `the text of the refusal of ${what}`, answer)
    .matches(new RegExp(word), `the word ${word}`);
  const begun =
    started ?? fixture.notExercised("the league manager began with too few agents", ["LM-START-02"]);
  const enough = "start_league with two players and a referee, fewer than it is to wait for,";
  fixture.expect(begun.result, `the answer to ${enough}`).isObject();
  fixture.expect.that(late !== undefined, {
    diagnosis: `${enough} was accepted, but no match was assigned`,
    expected: "a league of the agents that have registered",
    received: "nothing",
  });
}
