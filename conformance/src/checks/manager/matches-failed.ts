import { deadlineOf, methodOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { JsonObject } from "../../json/scan.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import { longestMatch } from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import type { FailureName } from "./helpers/failing-referees.js";
import {
  classifyFailure,
  FAILED_LEAGUES,
  type FailedLeague,
  failingLeague,
  TRIES,
  UNREPORTED_LEAGUE,
} from "./helpers/failing-referees.js";
import { finished, NO_ASSIGNMENT } from "./helpers/league-progress.js";
import { rowsIn, tallyIn } from "./helpers/standings.js";

const FAILURES: readonly FailureName[] = ["refuses it", "never answers RUN_MATCH", "answers with HTTP 500"];

const DEADLINE_MS = deadlineOf("RUN_MATCH");

/** The minimum time in milliseconds: two arrivals can be closer together than their sending if the first was delayed. */
const AT_LEAST_MS = DEADLINE_MS * 0.95;

const RETRIES = methodOf("RUN_MATCH")?.retries ?? 0;

export const matchesFailedChecks: readonly Check<ManagerFixture>[] = [
  {
    id: "manager/matches/given-to-another",
    title: "assigns a match to another referee when its referee refuses it or does not answer",
    decides: ["LM-MATCH-04"],
    steps: [FAILED_LEAGUES],
    async run(fixture) {
      await Promise.all(FAILURES.map((name) => assert(fixture, name)));
    },
  },
  {
    id: "manager/matches/given-up",
    title: "counts a match that three referees refuse as 0-0, without a winner",
    decides: ["LM-MATCH-04"],
    steps: [FAILED_LEAGUES],
    run: (fixture) =>
      classifyFailure(
        fixture,
        "refuses it, as every other referee does",
        ["RUN_MATCH", "LEAGUE_STANDINGS_UPDATE"],
        (league) => assertGivenUp(fixture, league),
      ),
  },
  {
    id: "manager/matches/repeated-unanswered",
    title: "sends RUN_MATCH again, up to three times, when it is not answered within 10 s, and not before",
    decides: ["LM-MATCH-02"],
    steps: [FAILED_LEAGUES],
    async run(fixture) {
      await classifyFailure(fixture, "never answers RUN_MATCH", ["RUN_MATCH"], ({ orders, seen }) => {
        if (orders.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
        const again = orders.length - 1;
        fixture
          .expect(again, "how often RUN_MATCH was sent again to a referee that did not answer")
          .isInteger({ min: 1, max: RETRIES });
        for (const { message } of orders.slice(1)) expectEndpoints(fixture, seen, message, "repeated");
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
      "assigns a match to another referee when it is not reported within the longest time of a match, and not before",
    decides: ["LM-MATCH-04"],
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
];

/** As in the first order, which matches/assignment-complete judges in a league without failures. */
function expectEndpoints(
  { expect }: ManagerFixture,
  { players }: LeagueObservation,
  message: JsonObject,
  when: string,
): void {
  for (const side of ["A", "B"]) {
    const player = players.find(({ id }) => id === message[`player_${side}_id`]);
    const what = `player_${side}_endpoint in RUN_MATCH for ${String(message.match_id)}, ${when},`;
    if (player !== undefined) expect(message[`player_${side}_endpoint`], what).is(player.endpoint.url);
  }
}

function assert(fixture: ManagerFixture, name: FailureName): Promise<void> {
  return classifyFailure(fixture, name, ["RUN_MATCH", "MATCH_RESULT"], ({ match, seen, orders }) => {
    if (orders.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
    const isOther = (referee: unknown) => referee !== match.failed;
    const other = seen.assignments.find(
      ({ matchId, referee }) => matchId === match.matchId && isOther(referee),
    );
    fixture.expect.that(other !== undefined, {
      diagnosis: `the referee ${name}, and the match was not given to another one`,
      expected: `RUN_MATCH for ${seen.referees.find(isOther)?.id}`,
      received: "nothing",
    });
    if (other?.by === "RUN_MATCH")
      expectEndpoints(fixture, seen, other.received.message, "given to another referee");
  });
}

function assertGivenUp(fixture: ManagerFixture, { match, seen }: FailedLeague): void {
  finished(fixture, { seen });
  const asked = seen.referees.filter((peer) =>
    peer.receivedOf("RUN_MATCH").some(({ message }) => message.match_id === match.matchId),
  );
  if (asked.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
  fixture
    .expect(asked.length, "the number of referees that were asked to play a match that each of them refused")
    .is(TRIES);
  const table = seen.standings.find(({ message }) => message.round_id === match.roundId);
  const rows = rowsIn(table?.message.standings) ?? [];
  for (const row of rows) {
    const { player_id } = row;
    // Another check judges that they are numbers.
    const { points, wins, draws } = tallyIn(row) ?? {};
    if (!match.players.includes(String(player_id))) continue;
    const who = `of ${String(player_id)}, whose only match so far no referee has played`;
    fixture
      .expect({ points, wins, draws }, `the points, wins and draws ${who}`)
      .is({ points: 0, wins: 0, draws: 0 });
  }
}
