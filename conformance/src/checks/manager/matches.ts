import { deadlineOf, methodOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { isConversation } from "../../oracle/envelope-rules.js";
import type { Assignment } from "../../peers/assignment.js";
import type { Received } from "../../peers/exchange/received.js";
import { EVEN_ODD } from "../../peers/game.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { ordersTheSame } from "../../rules/league-rules.js";
import { expectMembers } from "../../rules/match-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
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
  playersOf,
  roundsOf,
  skipIfNotOrdered,
} from "./helpers/league-progress.js";
import { ALL_SIZES, PLAIN_LEAGUE, skipIfLeagueFails } from "./helpers/leagues.js";
import { sentTally } from "./helpers/standings.js";

const OF_REFEREES = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

const DEADLINE_MS = deadlineOf("RUN_MATCH");

/** The minimum time in milliseconds: two arrivals can be closer together than their sending if the first was delayed. */
const AT_LEAST_MS = DEADLINE_MS * 0.95;

const RETRIES = methodOf("RUN_MATCH")?.retries ?? 0;

export const matchesChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/matches/assigned-once",
    title: "assigns each announced match to one referee",
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
      const announced = roundsOf(soFar).flatMap(({ matches }) => matches);
      const given = finished(fixture, played).matchIds;
      const left = announced.map(({ match_id }) => String(match_id)).filter((id) => !given.includes(id));
      fixture.expect(left, "the announced matches that were given to no referee").is([]);
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
      const announced = roundsOf(seen).flatMap(({ id, matches }) => matches.map((match) => ({ id, match })));
      const endpointOf = (id: string) => seen.players.find((peer) => peer.id === id)?.url;
      const given = seen.assignments.filter(({ by }) => by === "RUN_MATCH");
      fixture.expect(given.length, "how many RUN_MATCH the referees were sent").isInteger({ min: 1 });
      for (const { received, matchId, playerA, playerB } of given) {
        const { message } = received;
        const where = `RUN_MATCH for ${matchId}`;
        const { id: round, match } = announced.find((one) => one.match.match_id === matchId) ?? {};
        for (const member of ["league_id", "player_A_id", "player_B_id"])
          fixture.expect(message[member], `${member} of ${where}`, received).isText();
        fixture.expect(message.round_id, `round_id of ${where}`, received).isInteger();
        const due = {
          "/league_id": seen.referees[0]?.leagueId ?? message.league_id,
          // The match was announced in this round.
          "/round_id": round ?? message.round_id,
          "/game_type": EVEN_ODD.type,
          "/player_A_endpoint": endpointOf(playerA),
          "/player_B_endpoint": endpointOf(playerB),
        };
        expectMembers(fixture, message, due, where, received);
        // matches/assigned-once judges whether they are the same two players.
        const isTurned = match?.player_A_id === playerB && match.player_B_id === playerA;
        const what = `whether ${where} names the two players the other way round than their announcement`;
        fixture.expect(isTurned, what, received).is(false);
      }
      const again = given.find((one, index) => given.findIndex((other) => other.isSameTask(one)) !== index);
      fixture
        .expect(again?.matchId, "a match whose RUN_MATCH was sent again although it had been acknowledged")
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
      if (playersOf(seen).length === 0) fixture.notExercised("no player played", NO_ASSIGNMENT);
      for (const type of OF_REFEREES)
        for (const player of playersOf(seen)) {
          const [wrong] = seen.sent(type, player);
          const what = `a message to ${player.id} that only the referee of its match may send`;
          fixture.expect(wrong?.type, what, wrong).isAbsent();
        }
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
      if (assignments.some(({ by }) => by !== "RUN_MATCH"))
        fixture.notExercised(
          "the league manager gives matches by its announcements only, all of a round at once",
        );
      for (const { referee, matchId, received, trueResult_ms = Number.POSITIVE_INFINITY } of assignments) {
        const isAtOnce = (other: Assignment) =>
          other.referee === referee &&
          other.matchId !== matchId &&
          other.received.at_ms >= received.at_ms &&
          other.received.at_ms < trueResult_ms;
        const other = assignments.find(isAtOnce);
        const what = `what ${referee.id}, with max_concurrent_matches 1, was given when it had not reported ${matchId} yet, and another referee had refused ${String(refused.match)},`;
        fixture.expect(other?.matchId, what, received, other?.received).isAbsent();
      }
    },
  }),
  rule({
    id: "manager/matches/given-to-another",
    title: "assigns a match to another referee when its referee refuses it or does not answer",
    decides: ["LM-MATCH-04"],
    over: failuresOf("refuses it", "never answers RUN_MATCH", "answers with HTTP 500"),
    shows: ["RUN_MATCH", "MATCH_RESULT"],
    judge({ match, seen, orders }, fixture) {
      skipIfNotOrdered(fixture, orders.length);
      const isOther = (referee: unknown) => referee !== match.failed;
      const other = seen.assignments.find(
        ({ matchId, referee }) => matchId === match.matchId && isOther(referee),
      );
      const what = `the other referee to which a match was given whose referee ${match.name}`;
      fixture.expect(other?.referee.id, what, ...orders).isPresent();
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
      skipIfNotOrdered(fixture, orders.length);
      const again = orders.length - 1;
      fixture
        .expect(again, "how often RUN_MATCH was sent again to a referee that did not answer", ...orders)
        .isInteger({ min: 1, max: RETRIES });
      for (const [index, order] of orders.slice(1).entries()) {
        expectEndpoints(fixture, seen, order, "repeated");
        const waited = order.at_ms - (orders[index]?.at_ms ?? 0);
        fixture.expect.time(waited, "the wait before RUN_MATCH was sent again", order).isAtLeast(AT_LEAST_MS);
      }
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
      if (first === undefined) return skipIfNotOrdered(fixture, 0);
      const second = seen.assignments.find(({ referee }) => referee !== match.failed);
      const what = "the other referee to which a match was given that its referee took and never reported";
      fixture.expect(second?.referee.id, what).isPresent();
      // An acknowledged announcement does not say that its referee plays: a manager may see that it invites no player.
      if (first.by === "ROUND_ANNOUNCEMENT") return;
      const waited = (second?.received.at_ms ?? 0) - first.received.at_ms;
      fixture.expect.time(waited, "the wait for the report of a match").isAtLeast(longestMatch());
    },
  }),
];

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
  skipIfNotOrdered(fixture, asked);
  fixture
    .expect(asked, "the number of referees that were asked to play a match that each of them refused")
    .is(TRIES);
  finished(fixture, { seen });
  const table = seen.standings.find(({ message }) => message.round_id === match.roundId);
  for (const player of match.players) {
    // Another check judges that they are numbers.
    const { points, wins, draws } = sentTally(table, player) ?? {};
    if (points === undefined) continue;
    const who = `of ${player}, whose only match so far no referee has played`;
    fixture
      .expect({ points, wins, draws }, `the points, wins and draws ${who}`)
      .is({ points: 0, wins: 0, draws: 0 });
  }
}
