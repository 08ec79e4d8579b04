import type { Done, ManagerFixture } from "../../fixtures/manager-fixture.js";
import { show } from "../../json/text.js";
import { START_TIMEOUT_MS } from "../../peers/league-options.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { assertDisturbance, DISTURBED_LEAGUES } from "./helpers/disturbed-leagues.js";
import { A_LEAGUE, announcedEarly, NO_ASSIGNMENT, NO_END, playersOf } from "./helpers/league-progress.js";
import { leagueOf, plainLeague, SIZES, skipIfLeagueFails, skipIfNumbersIgnored } from "./helpers/leagues.js";
import type { Played } from "./helpers/single-league.js";
import { PLAIN_SIZE } from "./helpers/single-league.js";
import {
  assertBeginning,
  BEGINNINGS,
  type Beginning,
  SHORTAGE_NAMES,
  SHORTAGES,
  type ShortageName,
} from "./helpers/start-scenarios.js";

export const startChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/start/begins-by-itself",
    title: "begins its league without start_league when the configured numbers have registered",
    decides: ["LM-START-01"],
    steps: [A_LEAGUE],
    async run(fixture) {
      const main = await plainLeague(fixture);
      assert(fixture, main);
      // A manager that always waits for the same numbers has begun with them.
      if (!fixture.canStart || playersOf(main.value.seen).length !== PLAIN_SIZE) return;
      await Promise.all(
        SIZES.map((players) =>
          fixture.sharedThenAlone(async (plain) => assert(fixture, await leagueOf(fixture, players, plain))),
        ),
      );
    },
  },
  {
    id: "manager/start/start-league",
    title: "begins at start_league with the agents that have registered, or says why it cannot",
    decides: ["LM-START-03"],
    steps: [BEGINNINGS],
    async run(fixture) {
      await Promise.all(
        SHORTAGE_NAMES.map((name) =>
          assertBeginning(fixture, name, "start_league", (beginning) =>
            assertStart(fixture, name, beginning),
          ),
        ),
      );
    },
  },
  {
    id: "manager/start/started-again",
    title: "plays each round once, also when start_league comes once more while it plays and at the end",
    decides: ["LM-ROUND-05"],
    steps: [DISTURBED_LEAGUES],
    async run(fixture) {
      await skipIfLeagueFails(fixture);
      const types = ["START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"];
      await assertDisturbance(fixture, "start_league again", types, ({ seen, startedAgain, playedAgain }) => {
        if (!startedAgain) fixture.notExercised("the league did not come to its second round", NO_END);
        const again = String(playedAgain?.message.round_id);
        fixture.expect.that(playedAgain === undefined, {
          diagnosis: `start_league came when the league had ended, and then round ${again} of it was announced once more`,
          expected: "every round once",
          received: `ROUND_ANNOUNCEMENT of round ${again}`,
        });
        const early = announcedEarly(seen);
        if (early !== undefined)
          fixture.notExercised(
            `round ${String(early.id)} was announced before ${String(early.matchId)} was reported`,
            ["LM-ROUND-03"],
          );
        for (const player of playersOf(seen)) {
          const required = seen.sent("ROUND_ANNOUNCEMENT", player).map(({ message }) => message.round_id);
          fixture.expect.that(new Set(required).size === required.length, {
            diagnosis: `start_league came a second time in the second round, and then ${player.id} was sent ROUND_ANNOUNCEMENT for the rounds ${required.join(", ")}`,
            expected: "every round once",
            received: required.join(", "),
          });
        }
        fixture.expect.that(seen.completed, {
          diagnosis:
            "start_league came a second time in the second round, and then the league never came to its end",
          expected: "LEAGUE_COMPLETED",
          received: `matches assigned: ${seen.matchIds.join(", ")}`,
        });
      });
    },
  },
  {
    id: "manager/start/waits-for-the-numbers",
    title: "does not begin without start_league before the configured numbers have registered",
    decides: ["LM-START-01"],
    steps: [BEGINNINGS],
    async run(fixture) {
      await skipIfNumbersIgnored(fixture);
      await Promise.all(
        SHORTAGE_NAMES.map((name) =>
          assertBeginning(fixture, name, "fewer than configured", ({ premature }) => {
            if (premature === undefined)
              return fixture.notExercised("the league manager began with too few agents", ["LM-START-02"]);
            const { required, missing } = SHORTAGES[name];
            fixture.expect.that(premature.match === undefined, {
              diagnosis: `configured for ${required.players} players and ${required.referees} referees, the manager assigned ${premature.match} before all of these ${missing}s had registered`,
              expected: "no match yet",
              received: String(premature.match),
            });
          }),
        ),
      );
    },
  },
  {
    id: "manager/start/waits-for-enough",
    title: "assigns no match with fewer than two players or without a referee, not even after start_league",
    decides: ["LM-START-02"],
    steps: [BEGINNINGS],
    async run(fixture) {
      await Promise.all(
        SHORTAGE_NAMES.map((name) =>
          assertBeginning(fixture, name, "beginning by itself", ({ early, late }) => {
            fixture.expect.that(early === undefined, {
              diagnosis: `with ${name} registered, the manager assigned ${early ?? ""}`,
              expected: "no match",
              received: String(early),
            });
            // A match with enough agents shows that the manager is able to assign one.
            if (late === undefined)
              fixture.notExercised(
                "the league manager assigned no match with two players and a referee either",
                NO_ASSIGNMENT,
              );
          }),
        ),
      );
    },
  },
];

function assert(fixture: ManagerFixture, league: Done<Played>): void {
  fixture.look(league, ["START_LEAGUE", "LEAGUE_STATUS", "ROUND_ANNOUNCEMENT"], ({ seen }) => {
    const { begun, referees } = seen;
    if (!fixture.canStart && begun !== "by itself")
      fixture.notExercised(
        "it is not known how many agents the manager at --url waits for; say so with --players and --referees",
      );
    const who = `${playersOf(seen).length} players and ${referees.length} referees`;
    fixture.expect.that(begun === "by itself", {
      diagnosis: `${who} registered, as many as the manager is to wait for, and ${START_TIMEOUT_MS / 1_000} s later it had announced no round`,
      expected: "ROUND_ANNOUNCEMENT",
      received: begun === "never" ? "nothing, not even after start_league" : "nothing before start_league",
      hint: "The numbers are in {players} and {referees} of --command, and in LEAGUE_PLAYERS and LEAGUE_REFEREES.",
    });
  });
}

function assertStart(
  fixture: ManagerFixture,
  name: ShortageName,
  { refusal, started, late }: Beginning,
): void {
  const { word } = SHORTAGES[name];
  const what = `start_league with ${name}`;
  const answer = refusal ?? fixture.notExercised("the league manager was not asked to begin");
  fixture.expect.that(answer.outcome === "refusal", {
    diagnosis: `${what} ${answer.describeAsEnd()}; expected E008 and ${word}`,
    expected: `E008 and ${word}`,
    received: answer.describe(),
  });
  const { league, message, data } = answer.refusal;
  fixture.expect(league, `the code of the refusal of ${what}`).is("E008");
  // An error with only its name as the message, and without data, breaks another clause.
  const isBare = (data ?? null) === null && message === "INVALID_STATE";
  onBehalfOf(["TRN-ERR-04"], () =>
    fixture.expect.that(!isBare, {
      diagnosis: `the refusal of ${what} is "${message}" without data; expected the whole LEAGUE_ERROR message and the word ${word}`,
      expected: "LEAGUE_ERROR",
      received: "no data",
    }),
  );
  const refusalText = `${message} ${show(data, 2_000)}`;
  fixture
    .expect(refusalText, `the text of the refusal of ${what}`)
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
