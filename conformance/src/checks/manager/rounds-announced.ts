import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { matchesIn } from "../../peers/assignment.js";
import type { Check } from "../../types.js";
import {
  A_LEAGUE,
  begun,
  finished,
  playersOf,
  roundsOf,
  unannounced,
  unregisteredPlayerIn,
} from "./helpers/league-progress.js";
import { assertAllSizes, type PlainLeagueRow, plainLeagueChecks } from "./helpers/leagues.js";

/** The tolerance for messages sent to two addresses at the same moment. In milliseconds. */
const ORDER_MS = 25;

const MEMBERS = ["match_id", "player_A_id", "player_B_id", "referee_endpoint"];

const PLAIN_LEAGUE: readonly PlainLeagueRow[] = [
  {
    id: "manager/rounds/announced-before-played",
    title: "announces a round to every player before the first of its matches is assigned",
    decides: ["LM-ROUND-01"],
    types: ["ROUND_ANNOUNCEMENT", "RUN_MATCH"],
    assert(fixture, played) {
      const seen = finished(fixture, played);
      for (const { matchId, roundId } of unannounced(seen)) {
        fixture.expect.that(false, {
          diagnosis: `${matchId} of round ${String(roundId)} was assigned, and no player was ever sent the announcement of that round`,
          expected: "ROUND_ANNOUNCEMENT to every player",
          received: "none",
        });
      }
      for (const { id, announcements } of roundsOf(seen)) {
        const started = seen.assignments.find(({ roundId, by }) => roundId === id && by === "RUN_MATCH");
        for (const player of playersOf(seen)) {
          const announcement = announcements.find(({ to }) => to === player);
          fixture.expect.that(announcement !== undefined, {
            diagnosis: `${player.id} was not sent the announcement of round ${String(id)}, which others were sent`,
            expected: "ROUND_ANNOUNCEMENT to every player",
            received: announcements.map(({ to }) => to.id).join(", "),
          });
          if (announcement === undefined || started === undefined) continue;
          const late_ms = announcement.at_ms - started.received.at_ms;
          fixture.expect.that(late_ms <= ORDER_MS, {
            diagnosis: `${player.id} was sent the announcement of round ${String(id)} ${late_ms} ms after ${started.matchId} had been assigned`,
            expected: "the announcement first",
            received: `RUN_MATCH ${late_ms} ms earlier`,
          });
        }
      }
    },
  },
  {
    id: "manager/rounds/announced-alike",
    title: "announces all matches of a round to every player, also those that it does not play",
    decides: ["LM-ROUND-01"],
    types: ["ROUND_ANNOUNCEMENT"],
    assert(fixture, played) {
      for (const { id, announcements, matches } of roundsOf(begun(fixture, played))) {
        for (const { to, message } of announcements) {
          const listedIds = matchesIn(message).map(({ match_id }) => match_id);
          const missing = matches
            .map(({ match_id }) => match_id)
            .filter((match_id) => !listedIds.includes(match_id));
          fixture.expect.that(missing.length === 0, {
            diagnosis: `the announcement of round ${String(id)} to ${to.id} has only ${listedIds.join(", ") || "no match"}; those to other players have ${missing.join(", ")} too`,
            expected: matches.map(({ match_id }) => match_id).join(", "),
            received: listedIds.join(", "),
          });
        }
      }
    },
  },
];

export const roundsAnnouncedChecks: readonly Check<ManagerFixture>[] = [
  ...plainLeagueChecks(PLAIN_LEAGUE),
  {
    id: "manager/rounds/announcement-complete",
    title: "names the match, both players and the referee's endpoint for each match of an announcement",
    decides: ["LM-ROUND-02"],
    steps: [A_LEAGUE],
    run: (fixture) =>
      assertAllSizes(fixture, ["ROUND_ANNOUNCEMENT"], (played) => {
        const seen = begun(fixture, played);
        const { announcements, assignments, referees } = seen;
        const endpoints = referees.map(({ endpoint }) => endpoint.url);
        for (const { message } of announcements) {
          const round = `the announcement of round ${String(message.round_id)}`;
          fixture.expect(message.matches, `the matches in ${round}`).isPresent();
          for (const match of matchesIn(message)) {
            for (const member of MEMBERS)
              fixture.expect(match[member], `${member} of a match in ${round}`).isText();
            fixture
              .expect(match.referee_endpoint, `the referee_endpoint of a match in ${round}`)
              .isOneOf(endpoints);
            const unregistered = unregisteredPlayerIn(match, seen);
            fixture.expect.that(unregistered === undefined, {
              diagnosis: `${String(match.match_id)} in ${round} names the player "${unregistered ?? ""}", and no player is registered by that id`,
              expected: "two players of the league",
              received: `${String(match.player_A_id)} and ${String(match.player_B_id)}`,
              hint: "A player that sits a round out has no match in it.",
            });
            // matches/assigned-once judges whether a match is assigned to one referee only.
            const given = assignments.flatMap((one) => (one.matchId === match.match_id ? [one.referee] : []));
            const named = given.find(({ endpoint }) => endpoint.url === match.referee_endpoint) ?? given[0];
            fixture.expect.that(named === undefined || named.endpoint.url === match.referee_endpoint, {
              diagnosis: `the referee_endpoint of ${String(match.match_id)} in ${round} is ${String(match.referee_endpoint)}, and the match was given to ${named?.id} at ${named?.endpoint.url}`,
              expected: named?.endpoint.url ?? "",
              received: String(match.referee_endpoint),
            });
          }
        }
      }),
  },
];
