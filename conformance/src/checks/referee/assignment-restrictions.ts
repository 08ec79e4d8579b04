import { directMatchDeadline, protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/referee-fixture.js";
import { chooses, declines, joins } from "../../peers/behaviour.js";
import { type Parity, parityOf } from "../../peers/result.js";
import { joinDeadline, justInside } from "../../time/match-times.js";
import { gracePeriodMs, quickMatch } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { ended, outcomeOf, progressOf } from "./helpers/match-outcome.js";
import { skipWithoutRunMatch } from "./helpers/played-matches.js";

/** More than this many matches at once are not tried. */
const MOST = 8;

/** Other senders, one with a name that contains the league manager's. */
const OTHER_SENDERS = ["player:P99", "player:league_manager_2", "referee:REF99"];

export const assignmentRestrictionsChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/assignment/queues",
    title: "acknowledges a match above its capacity, and plays it when a place is free",
    decides: ["REF-RUN-06"],
    slow: true,
    steps: [times(3, quickMatch()), joinDeadline],
    async run({ league, expect, notExercised, timely }) {
      const { announcedCapacity: capacity } = league;
      if (capacity === undefined)
        return notExercised("the referee has not announced how many matches it runs at once", ["REF-REG-02"]);
      if (capacity > MOST)
        notExercised(`the referee announces room for ${capacity} matches; the suite fills at most ${MOST}`);
      const slow = { join: joins({ afterMs: justInside(joinDeadline) }) };
      const slowlyDeclining = { join: declines({ afterMs: justInside(joinDeadline) }) };
      const running = await Promise.all(
        // One of them ends in a technical loss, which also frees a place.
        Array.from({ length: capacity }, (_, index) =>
          league.prepareMatch({ a: index === 0 ? slowlyDeclining : slow, b: slow }),
        ),
      );
      const extra = await league.prepareMatch();
      try {
        const assigned = Promise.all(running.map((match) => match.assign(quickMatch())));
        for (const match of running) await match.until(({ invitations }) => invitations[1], quickMatch());
        if (running.some((match) => match.observe().invitations.length < 2))
          return notExercised(`the referee did not begin the ${capacity} matches that it has room for`, [
            "REF-RUN-01",
            "REF-PAR-02",
          ]);
        const answer = await extra.order();
        skipWithoutRunMatch(answer);
        const seen = await extra.ended(joinDeadline + quickMatch(), 0);
        await Promise.all([assigned, ...running.map((match) => match.ended(quickMatch(), 0))]);
        expect(
          answer.result.match_id,
          `match_id of the answer to RUN_MATCH while ${capacity} matches run`,
        ).is(extra.ids.matchId);
        // On a machine that makes the slow players late, the places become free later than planned.
        timely(joinDeadline - justInside(joinDeadline), () =>
          expect.that(outcomeOf(seen) !== undefined, {
            diagnosis: `${seen.matchId}, ordered while ${capacity} matches were running, was not played: ${progressOf(seen)}`,
            expected: "GAME_OVER and a report",
            received: "neither",
          }),
        );
        const ends = running
          .map((match) => match.observe())
          .flatMap(({ gameOvers, reports }) => [...gameOvers, ...reports]);
        const firstEnd = Math.min(...ends.map(({ at_ms }) => at_ms));
        const begun = seen.invitations[0]?.at_ms ?? 0;
        expect
          .time(
            Math.max(0, firstEnd - begun),
            `the time for which the referee ran ${capacity + 1} matches, having announced room for ${capacity},`,
          )
          .isAtMost(joinDeadline / 4);
      } finally {
        for (const match of [...running, extra]) match.close();
      }
    },
  },
  {
    id: "referee/assignment/leaves-others-alone",
    title: "does not play a match of its announcement that names the endpoint of another referee",
    decides: ["REF-RUN-08"],
    slow: true,
    steps: [times(2, quickMatch())],
    async run({ league, expect, pause }) {
      const other = await league.prepareMatch();
      const { roundId } = other.ids;
      const own = await league.prepareMatch({ ids: { roundId, matchId: `R${roundId}M2` } });
      try {
        // The endpoint of the league manager, which plays no matches.
        const foreign = { ...other.announced, referee_endpoint: league.manager.url };
        const assigned = own.assign(quickMatch(), {}, [foreign]);
        ended(await own.ended(quickMatch(), 0));
        await assigned;
        await pause(gracePeriodMs());
        const { invitations, matchId } = other.observe();
        expect.that(invitations.length === 0, {
          diagnosis: `the referee invited the players of ${matchId}, which was announced with the endpoint of another referee`,
          expected: "no invitation",
          received: `${invitations.length} invitations`,
        });
      } finally {
        own.close();
        other.close();
      }
    },
  },
  /** A twin control: the same RUN_MATCH from the league manager and from other senders. */
  {
    id: "referee/assignment/from-the-manager-only",
    title: "refuses RUN_MATCH from any sender but the league manager, and invites no player",
    decides: ["REF-RUN-05"],
    slow: true,
    steps: [times(OTHER_SENDERS.length * 2, quickMatch())],
    async run({ league, twins, expect, pause }) {
      for (const sender of OTHER_SENDERS) {
        const [ours, theirs] = [await league.prepareMatch(), await league.prepareMatch()];
        try {
          await twins({
            differ: `sender "${sender}"`,
            valid: () => ours.order(),
            invalid: () => theirs.order({}, league.impostor(sender)),
            because: ["E012"],
          });
          await ours.ended(quickMatch(), 0);
          await pause(joinDeadline / 5);
          const { invitations } = theirs.observe();
          expect(
            invitations.length,
            `how many players were invited to the match that ${sender} had ordered`,
          ).is(0);
        } finally {
          ours.close();
          theirs.close();
        }
      }
    },
  },
  /** The form of RS, in which a referee answers with the whole result. A referee that refuses it need not support it. */
  {
    id: "referee/assignment/direct-match",
    title: "answers a direct match with choices, a number from 1 to 10, its parity and the winner by name",
    decides: ["REF-RUN-07"],
    unusual: "direct match",
    steps: [directMatchDeadline()],
    async run({ league, referee, expect, notApplicable }) {
      const choices: { a: Parity; b: Parity } = { a: "even", b: "odd" };
      const match = await league.prepareMatch({
        a: { choice: chooses(choices.a) },
        b: { choice: chooses(choices.b) },
      });
      try {
        const player = ({ id, url }: { id: string; url: string }) => ({
          display_name: id,
          version: "1.0.0",
          endpoint: url,
        });
        const [player1, player2] = [player(match.playerA), player(match.playerB)];
        const answer = await referee.call(
          "run_match",
          { match_id: match.ids.matchId, player1, player2 },
          { timeoutMs: directMatchDeadline() },
        );
        if (answer.outcome !== "message" || !Object.hasOwn(answer.result, "dice_roll")) {
          return notApplicable(`this referee plays no direct matches: ${answer.describe()}`);
        }
        const { result } = answer;
        expect(result.match_id, "match_id of the result").is(match.ids.matchId);
        expect(result.player1_choice, "player1_choice").is(choices.a);
        expect(result.player2_choice, "player2_choice").is(choices.b);
        expect(result.dice_roll, "dice_roll").isInteger({
          min: protocol.draw.minimum,
          max: protocol.draw.maximum,
        });
        const parity = parityOf(Number(result.dice_roll));
        expect(result.dice_parity, `dice_parity of ${String(result.dice_roll)}`).is(parity);
        expect(result.winner, `the winner, when ${parity} was right`).is(
          (parity === choices.a ? player1 : player2).display_name,
        );
        expect(result.is_draw, "is_draw").is(false);
      } finally {
        match.close();
      }
    },
  },
];
