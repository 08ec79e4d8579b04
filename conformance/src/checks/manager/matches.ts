import { deadlineOf, methodOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isConversation } from "../../oracle/envelope-rules.js";
import type { Received } from "../../peers/exchange/received.js";
import { EVEN_ODD } from "../../peers/game.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { type Judging, rule } from "../../rule.js";
import { ordersTheSame } from "../../rules/league-rules.js";
import { longestMatch } from "../../time/protocol-deadlines.js";
import type { Check } from "../../types.js";
import { disturbedBy } from "./helpers/disturbed-leagues.js";
import {
  type FailedLeague,
  failuresOf,
  refereesAsked,
  TRIES,
  UNREPORTED,
} from "./helpers/failing-referees.js";
import {
  begun,
  everyLeagueKeeps,
  finished,
  givenToSeveral,
  idOfSeveralRounds,
  NO_ASSIGNMENT,
  NO_END,
  pairOf,
  playersOf,
  roundsOf,
  roundsWithPlayers,
} from "./helpers/league-progress.js";
import { ALL_SIZES, PLAIN_LEAGUE, skipIfLeagueFails } from "./helpers/leagues.js";
import { rowsIn, tallyIn } from "./helpers/standings.js";

const OF_REFEREES = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

const DEADLINE_MS = deadlineOf("RUN_MATCH");

/** The minimum time in milliseconds: two arrivals can be closer together than their sending if the first was delayed. */
const AT_LEAST_MS = DEADLINE_MS * 0.95;

const RETRIES = methodOf("RUN_MATCH")?.retries ?? 0;

export const matchesChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/matches/assigned-once",
    title: "assigns each announced match, with the players announced, to one referee",
    decides: ["LM-MATCH-01"],
    over: ALL_SIZES,
    shows: ["ROUND_ANNOUNCEMENT", "RUN_MATCH"],
    judge(played, fixture) {
      // The league may not end because of it, so the assignments are judged first.
      const soFar = begun(fixture, played);
      const several = givenToSeveral(soFar);
      // The acknowledgement copies the conversation, and may be refused for it.
      const unnamed = soFar.sent("RUN_MATCH").some(({ message }) => !isConversation(message.conversation_id));
      if (several !== undefined && unnamed)
        fixture.notExercised(`${several}, and an order named no conversation`, ["TRN-ENV-01"]);
      // The report of a referee without an id may be refused for it.
      const nameless = soFar.referees.find(({ grant, accepted }) => grant !== undefined && !accepted);
      if (several !== undefined && nameless !== undefined)
        fixture.notExercised(`${several}, and ${nameless.displayName} was given no id`, ["LM-REG-02"]);
      fixture.expect.that(several === undefined, {
        diagnosis: `${several}, and no referee had failed`,
        expected: "one referee",
      });
      const shared = idOfSeveralRounds(soFar);
      if (shared !== undefined)
        fixture.notExercised(`matches of several rounds were announced as ${String(shared)}`, [
          "LM-SCHED-03",
        ]);
      const announced = roundsWithPlayers(fixture, soFar).flatMap(({ matches }) => matches);
      for (const { match_id, player_A_id, player_B_id } of announced) {
        const what = `the players of ${String(match_id)} as RUN_MATCH names them to the referee`;
        for (const { playerA, playerB } of soFar.assignments.filter(({ matchId }) => matchId === match_id))
          fixture.expect(pairOf(playerA, playerB), what).is(pairOf(player_A_id, player_B_id));
      }
      const seen = finished(fixture, played);
      for (const match of roundsWithPlayers(fixture, seen).flatMap(({ matches }) => matches)) {
        const id = String(match.match_id);
        fixture.expect.that(
          seen.assignments.some(({ matchId }) => matchId === id),
          { diagnosis: `${id} was given to no referee`, expected: "one referee" },
        );
      }
    },
  }),
  rule({
    id: "manager/matches/assignment-complete",
    title:
      "assigns a match by RUN_MATCH with everything that its referee needs, and only once when it is acknowledged",
    decides: ["LM-MATCH-02"],
    over: PLAIN_LEAGUE,
    shows: ["RUN_MATCH"],
    judge(played, fixture) {
      const seen = begun(fixture, played);
      const { assignments, players, referees } = seen;
      const rounds = roundsOf(seen);
      const endpointOf = (id: string) => players.find((peer) => peer.id === id)?.url;
      const given = assignments.filter(({ by }) => by === "RUN_MATCH");
      fixture.expect(given.length, "how many RUN_MATCH the referees were sent").isInteger({ min: 1 });
      for (const { received, matchId, playerA, playerB } of given) {
        const { message } = received;
        const what = (member: string) => `${member} in RUN_MATCH for ${matchId}`;
        fixture
          .expect(message.league_id, what("league_id"), received)
          .is(referees[0]?.leagueId ?? message.league_id);
        fixture.expect(message.league_id, what("league_id"), received).isText();
        const round = rounds.find(({ matches }) => matches.some(({ match_id }) => match_id === matchId));
        const announced = round?.matches.find(({ match_id }) => match_id === matchId);
        fixture.expect(message.round_id, what("round_id"), received).isInteger();
        fixture
          .expect(message.round_id, what("round_id"), received)
          .is(round?.id ?? message.round_id, "The match was announced in this round.");
        for (const member of ["player_A_id", "player_B_id"] as const)
          fixture.expect(message[member], what(member), received).isText();
        fixture.expect(message.game_type, what("game_type"), received).is(EVEN_ODD.type);
        fixture
          .expect(message.player_A_endpoint, what("player_A_endpoint"), received)
          .is(endpointOf(playerA));
        fixture
          .expect(message.player_B_endpoint, what("player_B_endpoint"), received)
          .is(endpointOf(playerB));
        const sides = `player_A_id ${playerA} and player_B_id ${playerB}`;
        const others = `player_A_id ${String(announced?.player_A_id)} and player_B_id ${String(announced?.player_B_id)}`;
        // matches/assigned-once judges whether they are the same two players.
        fixture.expect.that(announced?.player_A_id !== playerB || announced.player_B_id !== playerA, {
          diagnosis: `RUN_MATCH for ${matchId} has ${sides}, and the announcement of its round had ${others}`,
          expected: others,
          received: sides,
          shownBy: [received],
        });
      }
      const again = given.find((one, index) => given.findIndex((other) => other.isSameTask(one)) !== index);
      const twice = again?.matchId;
      fixture
        .expect(twice, "a match whose RUN_MATCH was sent again although it had been acknowledged")
        .isAbsent();
    },
  }),
  rule({
    id: "manager/matches/orders-the-same",
    title:
      "assigns each match with its announced players, and repeats RUN_MATCH with the members of the first one",
    decides: ["LM-MATCH-01", "LM-MATCH-02"],
    ...everyLeagueKeeps(ordersTheSame),
  }),
  rule({
    id: "manager/matches/left-to-referees",
    title: "sends players no invitations, choice calls or results of matches",
    decides: ["LM-MATCH-05"],
    over: ALL_SIZES,
    shows: OF_REFEREES,
    judge(played, fixture) {
      const seen = finished(fixture, played);
      const [wrong] = seen
        .sent()
        .filter(({ type, to }) => to.role === "player" && OF_REFEREES.includes(type ?? ""));
      fixture.expect.that(wrong === undefined, {
        diagnosis: `the league manager sent ${wrong?.type} to ${wrong?.to.id}; only the referee of the match may send it`,
        expected: "announcements, standings and completions only",
        received: String(wrong?.type),
        ...(wrong === undefined ? {} : { shownBy: [wrong] }),
      });
      if (playersOf(seen).length === 0) fixture.notExercised("no player played", NO_ASSIGNMENT);
    },
  }),
  rule({
    id: "manager/matches/within-capacity",
    title:
      "assigns a referee no more matches at once than it announced, also when another one has refused a match",
    decides: ["LM-MATCH-03"],
    over: disturbedBy("a refused match", skipIfLeagueFails),
    shows: ["RUN_MATCH", "MATCH_RESULT"],
    judge({ seen: { assignments }, refused }, fixture) {
      if (refused.match === undefined)
        fixture.notExercised("no referee was given a match of the second round", NO_END);
      skipWithoutOrders(fixture, assignments);
      for (const one of assignments) {
        const open_ms = one.trueResult_ms ?? Number.POSITIVE_INFINITY;
        const other = assignments.find(
          ({ referee, matchId, received }) =>
            referee === one.referee &&
            matchId !== one.matchId &&
            received.at_ms >= one.received.at_ms &&
            received.at_ms < open_ms,
        );
        fixture.expect.that(other === undefined, {
          diagnosis: `${String(refused.match)} was refused by its referee, and ${one.referee.id}, with max_concurrent_matches 1, was given ${other?.matchId} when it had not reported ${one.matchId} yet`,
          expected: "one match at once",
          received: "two",
          ...(other === undefined ? {} : { shownBy: [one.received, other.received] }),
        });
      }
    },
  }),
  rule({
    id: "manager/matches/given-to-another",
    title: "assigns a match to another referee when its referee refuses it or does not answer",
    decides: ["LM-MATCH-04"],
    over: failuresOf("refuses it", "never answers RUN_MATCH", "answers with HTTP 500"),
    shows: ["RUN_MATCH", "MATCH_RESULT"],
    judge({ match, name, seen, orders }, fixture) {
      if (orders.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
      const isOther = (referee: unknown) => referee !== match.failed;
      const other = seen.assignments.find(
        ({ matchId, referee }) => matchId === match.matchId && isOther(referee),
      );
      fixture.expect.that(other !== undefined, {
        diagnosis: `the referee ${name}, and the match was not given to another one`,
        expected: `RUN_MATCH for ${seen.referees.find(isOther)?.id}`,
        received: "nothing",
        shownBy: orders,
      });
      if (other?.by === "RUN_MATCH")
        expectEndpoints(fixture, seen, other.received, "given to another referee");
    },
  }),
  rule({
    id: "manager/matches/given-up",
    title: "counts a match that three referees refuse as 0-0, without a winner",
    decides: ["LM-MATCH-04"],
    over: failuresOf("refuses it, as every other referee does"),
    shows: ["RUN_MATCH", "LEAGUE_STANDINGS_UPDATE"],
    judge: assertGivenUp,
  }),
  rule({
    id: "manager/matches/repeated-unanswered",
    title: "sends RUN_MATCH again, up to three times, when it is not answered within 10 s, and not before",
    decides: ["LM-MATCH-02"],
    over: failuresOf("never answers RUN_MATCH"),
    shows: ["RUN_MATCH"],
    judge({ orders, seen }, fixture) {
      if (orders.length === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
      const again = orders.length - 1;
      fixture
        .expect(again, "how often RUN_MATCH was sent again to a referee that did not answer", ...orders)
        .isInteger({ min: 1, max: RETRIES });
      for (const order of orders.slice(1)) expectEndpoints(fixture, seen, order, "repeated");
      orders.slice(1).forEach((order, index) => {
        const waited = order.at_ms - (orders[index]?.at_ms ?? 0);
        fixture.expect.time(waited, "the wait before RUN_MATCH was sent again", order).isAtLeast(AT_LEAST_MS);
      });
    },
  }),
  rule({
    id: "manager/matches/unreported",
    title:
      "assigns a match to another referee when it is not reported within the longest time of a match, and not before",
    decides: ["LM-MATCH-04"],
    over: UNREPORTED,
    shows: ["RUN_MATCH", "MATCH_RESULT"],
    judge({ match, seen }, fixture) {
      const [first] = seen.assignments;
      if (first === undefined)
        return fixture.notExercised("the league manager gave no match to a referee", NO_ASSIGNMENT);
      const second = seen.assignments.find(({ referee }) => referee !== match.failed);
      fixture.expect.that(second !== undefined, {
        diagnosis: "a match that its referee took and never reported was not given to the other referee",
        expected: "RUN_MATCH for the other referee",
        received: "nothing",
      });
      // An acknowledged announcement does not say that its referee plays: a manager may see that it invites no player.
      if (first.by === "ROUND_ANNOUNCEMENT") return;
      const waited = (second?.received.at_ms ?? 0) - first.received.at_ms;
      fixture.expect.time(waited, "the wait for the report of a match").isAtLeast(longestMatch());
    },
  }),
];

function skipWithoutOrders(fixture: Judging, assignments: LeagueObservation["assignments"]): void {
  if (assignments.some(({ by }) => by !== "RUN_MATCH"))
    fixture.notExercised(
      "the league manager gives matches by its announcements only, all of a round at once",
    );
}

/** As in the first order, which matches/assignment-complete judges in a league without failures. */
function expectEndpoints(
  { expect }: Judging,
  { players }: LeagueObservation,
  order: Received,
  when: string,
): void {
  const { message } = order;
  for (const side of ["A", "B"]) {
    const player = players.find(({ id }) => id === message[`player_${side}_id`]);
    const what = `player_${side}_endpoint in RUN_MATCH for ${String(message.match_id)}, ${when},`;
    if (player !== undefined) expect(message[`player_${side}_endpoint`], what, order).is(player.url);
  }
}

function assertGivenUp({ match, seen }: FailedLeague, fixture: Judging): void {
  const asked = refereesAsked(match, seen);
  if (asked === 0) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
  fixture
    .expect(asked, "the number of referees that were asked to play a match that each of them refused")
    .is(TRIES);
  finished(fixture, { seen });
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
