import { deadlineOf, methodOf } from "../../contract.js";
import type { Done, ManagerFixture } from "../../fixtures/manager-fixture.js";
import { GAME_TYPE } from "../../peers/scripted-manager.js";
import { longestMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import type { FailureName } from "./helpers/failing-referees.js";
import {
  FAILED_LEAGUES,
  type FailedLeague,
  failingLeague,
  judgeFailure,
  TRIES,
  UNREPORTED_LEAGUE,
} from "./helpers/failing-referees.js";
import {
  A_LEAGUE,
  begun,
  finished,
  givenToSeveral,
  pairOf,
  playersOf,
  roundsOf,
  roundsWithPlayers,
} from "./helpers/league-progress.js";
import { busyLeague, judgeAllSizes, leagueOf, ONE_AT_A_TIME_SIZE, plainLeague } from "./helpers/leagues.js";
import { NO_ASSIGNMENT } from "./helpers/needs.js";
import type { Played } from "./helpers/single-league.js";
import { rowsIn } from "./helpers/standings.js";

const FAILURES: readonly FailureName[] = ["refuses it", "never answers RUN_MATCH", "answers with HTTP 500"];

const OF_REFEREES = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

const DEADLINE_MS = deadlineOf("RUN_MATCH");

/** What lies between two arrivals is a little less than what lies between two departures if the first was held up. */
const AT_LEAST_MS = DEADLINE_MS * 0.95;

const RETRIES = methodOf("RUN_MATCH")?.retries ?? 0;

const FEWER = 4;

export const matchesChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/matches/assigned-once",
    title: "assigns each announced match, with the players announced, to one referee",
    decides: ["LM-MATCH-01"],
    kills: ["manager:skips-a-pair", "manager:two-referees-for-a-match", "manager:forgets-a-match"],
    steps: [A_LEAGUE],
    async run(fixture) {
      await judgeAllSizes(fixture, ["ROUND_ANNOUNCEMENT", "RUN_MATCH"], (played) => {
        // The league may come to no end because of it: what has been assigned is judged first.
        const several = givenToSeveral(begun(fixture, played));
        fixture.expect.that(several === undefined, {
          diagnosis: `${several}, and no referee had failed`,
          expected: "one referee",
        });
        const seen = finished(fixture, played);
        for (const match of roundsWithPlayers(fixture, seen).flatMap(({ matches }) => matches)) {
          const id = String(match.match_id);
          const given = seen.assignments.filter(({ matchId }) => matchId === id);
          fixture.expect.that(given.length > 0, {
            diagnosis: `${id} was given to no referee`,
            expected: "one referee",
          });
          for (const { playerA, playerB } of given) {
            const announced = pairOf(match.player_A_id, match.player_B_id);
            fixture
              .expect(pairOf(playerA, playerB), `the players of ${id} as the referee was told`)
              .is(announced);
          }
        }
      });
    },
  },
  {
    id: "manager/matches/assignment-complete",
    title:
      "assigns a match by RUN_MATCH with everything that its referee needs, and only once when it is acknowledged",
    decides: ["LM-MATCH-02"],
    kills: [
      "manager:assigns-without-endpoints",
      "manager:swaps-endpoints",
      "manager:assigns-again-and-again",
      "manager:announces-other-sides",
    ],
    steps: [A_LEAGUE],
    async run(fixture) {
      const league = await plainLeague(fixture);
      fixture.look(league, ["RUN_MATCH"], (played) => {
        const seen = begun(fixture, played);
        const { assignments, players, referees } = seen;
        const announced = roundsOf(seen).flatMap(({ matches }) => matches);
        const endpointOf = (id: string) => players.find((peer) => peer.id === id)?.endpoint.url;
        const given = assignments.filter(({ by }) => by === "RUN_MATCH");
        fixture.expect.that(given.length > 0, {
          diagnosis: "no referee was sent RUN_MATCH",
          expected: "RUN_MATCH",
          received: "announcements only",
        });
        for (const { received, matchId, playerA, playerB } of given) {
          const { message } = received;
          const what = (member: string) => `${member} in RUN_MATCH for ${matchId}`;
          fixture.expect(message.league_id, what("league_id")).is(referees[0]?.leagueId ?? message.league_id);
          fixture.expect(message.league_id, what("league_id")).isText();
          fixture.expect(message.round_id, what("round_id")).isInteger();
          fixture.expect(message.game_type, what("game_type")).is(GAME_TYPE);
          fixture.expect(message.player_A_endpoint, what("player_A_endpoint")).is(endpointOf(playerA));
          fixture.expect(message.player_B_endpoint, what("player_B_endpoint")).is(endpointOf(playerB));
          const told = announced.find(({ match_id }) => match_id === matchId);
          const sides = `player_A_id ${playerA} and player_B_id ${playerB}`;
          const others = `player_A_id ${String(told?.player_A_id)} and player_B_id ${String(told?.player_B_id)}`;
          // Whether they are the same two players at all is for matches/assigned-once to say.
          fixture.expect.that(told?.player_A_id !== playerB || told.player_B_id !== playerA, {
            diagnosis: `RUN_MATCH for ${matchId} has ${sides}, and the announcement of its round had ${others}`,
            expected: others,
            received: sides,
          });
        }
        const again = given.find((one, index) => given.findIndex((other) => other.isSameTask(one)) !== index);
        const twice = again?.matchId;
        fixture
          .expect(twice, "a match whose RUN_MATCH was sent again although it had been acknowledged")
          .isAbsent();
      });
    },
  },
  {
    id: "manager/matches/given-to-another",
    title: "gives a match whose referee refuses it or does not answer to another referee",
    decides: ["LM-MATCH-04"],
    kills: ["manager:asks-one-referee-only"],
    steps: [FAILED_LEAGUES],
    async run(fixture) {
      await Promise.all(FAILURES.map((name) => judge(fixture, name)));
    },
  },
  {
    id: "manager/matches/given-up",
    title: "counts a match that three referees refuse as 0-0, without a winner",
    decides: ["LM-MATCH-04"],
    kills: [
      "manager:failed-match-has-a-winner",
      "manager:failed-match-is-a-draw",
      "manager:asks-one-referee-only",
    ],
    steps: [FAILED_LEAGUES],
    run: (fixture) =>
      judgeFailure(
        fixture,
        "refuses it, as every other referee does",
        ["RUN_MATCH", "LEAGUE_STANDINGS_UPDATE"],
        (league) => judgeGivenUp(fixture, league),
      ),
  },
  {
    id: "manager/matches/left-to-referees",
    title: "sends players no invitations, choice calls or results of matches",
    decides: ["LM-MATCH-05"],
    kills: ["manager:invites-players", "manager:tells-results-itself"],
    steps: [A_LEAGUE],
    async run(fixture) {
      await judgeAllSizes(fixture, OF_REFEREES, (played) => {
        const seen = finished(fixture, played);
        const [wrong] = seen
          .sent()
          .filter(({ type, to }) => to.role === "player" && OF_REFEREES.includes(type ?? ""));
        fixture.expect.that(wrong === undefined, {
          diagnosis: `the league manager sent ${wrong?.type} to ${wrong?.to.id}; that is for the referee of the match to do`,
          expected: "announcements, standings and completions only",
          received: String(wrong?.type),
        });
        if (playersOf(seen).length === 0) fixture.notExercised("no player played", NO_ASSIGNMENT);
      });
    },
  },
  {
    id: "manager/matches/repeated-unanswered",
    title: "sends RUN_MATCH again, up to three times, when it is not answered within 10 s, and not before",
    decides: ["LM-MATCH-02"],
    kills: ["manager:asks-a-referee-once", "manager:repeats-too-soon", "manager:repeats-without-limit"],
    steps: [FAILED_LEAGUES],
    async run(fixture) {
      await judgeFailure(fixture, "never answers RUN_MATCH", ["RUN_MATCH"], ({ orders }) => {
        if (orders.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
        const again = orders.length - 1;
        fixture
          .expect(again, "how often RUN_MATCH was sent again to a referee that did not answer")
          .isInteger({ min: 1, max: RETRIES });
        orders.slice(1).forEach(({ at_ms }, index) => {
          const waited = at_ms - (orders[index]?.at_ms ?? 0);
          fixture.expect.time(waited, "the wait before RUN_MATCH was sent again").isAtLeast(AT_LEAST_MS);
        });
      });
    },
  },
  {
    id: "manager/matches/unreported",
    title:
      "gives a match that is not reported in the longest time that it can take to another referee, and not before",
    decides: ["LM-MATCH-04"],
    kills: ["manager:impatient-with-matches", "manager:waits-for-reports-without-limit"],
    steps: [UNREPORTED_LEAGUE],
    async run(fixture) {
      if (fixture.real)
        fixture.notExercised(
          `the longest match takes ${Math.round(longestMatch() / 1_000)} s, which is waited for on simulated time only`,
        );
      const league = await failingLeague(fixture, ["never reports"]);
      fixture.look(league, ["RUN_MATCH", "MATCH_RESULT"], ({ matches, seen }) => {
        const failed = matches.get("never reports")?.failed;
        const [first] = seen.assignments;
        if (first === undefined)
          fixture.notExercised("the league manager gave no match to a referee", NO_ASSIGNMENT);
        const second = seen.assignments.find(({ referee }) => referee !== failed);
        fixture.expect.that(second !== undefined, {
          diagnosis: "a match that its referee took and never reported was not given to the other referee",
          expected: "RUN_MATCH for the other referee",
          received: "nothing",
        });
        const waited = (second?.received.at_ms ?? 0) - (first?.received.at_ms ?? 0);
        fixture.expect.time(waited, "the wait for the report of a match").isAtLeast(longestMatch());
      });
    },
  },
  {
    id: "manager/matches/within-capacity",
    title: "gives a referee no more matches at once than it announced",
    decides: ["LM-MATCH-03"],
    kills: ["manager:overloads-referees"],
    steps: [times(2, A_LEAGUE)],
    async run(fixture) {
      if (!fixture.canStart) fixture.notExercised("this needs a league of its own; use --command");
      await fixture.sharedThenAlone(async (alone) => {
        const league = await (alone ? smallerLeague(fixture) : leagueOf(fixture, ONE_AT_A_TIME_SIZE));
        fixture.look(league, ["RUN_MATCH", "MATCH_RESULT"], (played) => {
          const { assignments } = finished(fixture, played);
          if (assignments.some(({ by }) => by !== "RUN_MATCH"))
            fixture.notExercised(
              "the league manager gives matches by its announcements only, all of a round at once",
            );
          const most = played.load?.most;
          fixture.expect(most, "the most matches at once for a referee with max_concurrent_matches 1").is(1);
        });
      });
    },
  },
];

function judge(fixture: ManagerFixture, name: FailureName): Promise<void> {
  return judgeFailure(fixture, name, ["RUN_MATCH", "MATCH_RESULT"], ({ match, seen, orders }) => {
    if (orders.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
    const isOther = (referee: unknown) => referee !== match.failed;
    const other = seen.assignments.some(
      ({ matchId, referee }) => matchId === match.matchId && isOther(referee),
    );
    fixture.expect.that(other, {
      diagnosis: `the referee ${name}, and the match was not given to another one`,
      expected: `RUN_MATCH for ${seen.referees.find(isOther)?.id}`,
      received: "nothing",
    });
  });
}

function judgeGivenUp(fixture: ManagerFixture, { match, seen }: FailedLeague): void {
  finished(fixture, { seen });
  const asked = seen.referees.filter((peer) =>
    peer.told("RUN_MATCH").some(({ message }) => message.match_id === match.matchId),
  );
  if (asked.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
  fixture
    .expect(asked.length, "the number of referees that were asked to play a match that each of them refused")
    .is(TRIES);
  const table = seen.standings.find(({ message }) => message.round_id === match.roundId);
  const rows = rowsIn(table?.message.standings) ?? [];
  for (const { player_id, points, wins, draws } of rows) {
    if (!match.players.includes(String(player_id))) continue;
    const who = `of ${String(player_id)}, whose only match so far no referee has played`;
    fixture
      .expect({ points, wins, draws }, `the points, wins and draws ${who}`)
      .is({ points: 0, wins: 0, draws: 0 });
  }
}

function smallerLeague(fixture: ManagerFixture): Promise<Done<Played>> {
  const purpose = "a league whose only referee takes one match at a time";
  return fixture.once(purpose, async (recorder) => {
    const { load, ...options } = busyLeague(FEWER);
    const { league, stop } = await fixture.open(
      { players: FEWER, referees: 1, ...options, purpose },
      recorder,
    );
    try {
      return { seen: await league.play(), scenarios: new Map(), load };
    } finally {
      await stop();
    }
  });
}
