import { answerKind } from "@league-v2/sdk/codec";
import { deadlineOf, directMatchDeadline, protocol } from "../../contract.js";
import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import type { Actor } from "../../peers/actors/actor.js";
import { chooses, declines, joins } from "../../peers/actors/behaviour.js";
import { type Parity, parityOf } from "../../peers/actors/result.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { MatchObservation, SeenMatch } from "../../peers/observation.js";
import type { MatchPlan } from "../../peers/referee-league.js";
import { named, type Seen } from "../../rules/match-rules.js";
import { rule } from "../../rules/rule.js";
import {
  gracePeriodMs,
  joinDeadline,
  justInside,
  quickMatch,
  reportDeadline,
} from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { ended, expectPlayed, outcomeOf, progressOf } from "./helpers/match-outcome.js";
import { EVERY_MATCH, matchesIn, skipWithoutRunMatch, timed } from "./helpers/played-matches.js";

/** RA accepts, RC acknowledges, RS answers with the result when the match is over: each of them is accepted. */
const ACKNOWLEDGED = /^(acknowledged|accepted)$/i;

const RESULT = ["winner", "result", "game_result", "drawn_number", "dice_roll"];

/** More than this many matches at once are not tried. */
const MOST = 8;

/** Other senders, one with a name that contains the league manager's. */
const OTHER_SENDERS = ["player:P99", "player:league_manager_2", "referee:REF99"];

export const assignmentChecks: readonly Check<RefereeFixture>[] = [
  {
    id: "referee/assignment/acknowledges-at-once",
    title: "answers RUN_MATCH with RUN_MATCH_ACK before any player has answered",
    decides: ["REF-RUN-03"],
    slow: true,
    steps: [quickMatch(), joinDeadline, directMatchDeadline()],
    async run(fixture) {
      const { expect, notExercised } = fixture;
      const delayMs = joinDeadline / 2;
      // A referee that answers when the match is over does so long after the first answer, also on a busy machine.
      const slow = { join: joins({ afterMs: delayMs }), choice: chooses("even", { afterMs: joinDeadline }) };
      const { answer, match } = await orderAlone(fixture, { a: slow, b: slow });
      const [first] = match.invitations;
      if (first === undefined) return notExercised("the match was not begun", ["REF-RUN-01"]);
      expect(answer.result.message_type, "message_type of the answer to RUN_MATCH").is("RUN_MATCH_ACK");
      expect(answer.result.status, "status of RUN_MATCH_ACK").is("acknowledged");
      const late = answer.raw.timing.end_ms - first.at_ms - delayMs;
      expect
        .time(Math.max(0, late), "the time by which RUN_MATCH_ACK came after the first answer of a player")
        .isAtMost(0);
    },
  },
  {
    id: "referee/assignment/answers-run-match",
    title: "answers RUN_MATCH with the match_id and an acknowledgement or, within 60 s, the result",
    decides: ["REF-RUN-02"],
    steps: [directMatchDeadline(), quickMatch()],
    async run(fixture) {
      // Two at the same time, if the referee accepts two: their answers must not exchange the ids.
      const orders = Array.from({ length: Math.min(2, fixture.league.capacity) }, () => orderAlone(fixture));
      const given = await Promise.all(orders);
      for (const { answer, match } of given) assertAnswer(fixture, answer, match);
      // A referee that starts its matches when they are announced begins neither.
      const [begun, left] = given.toSorted((a, b) => b.match.invitations.length - a.match.invitations.length);
      const isLeft = begun?.match.invitations.length !== 0 && left?.match.invitations.length === 0;
      onBehalfOf(["REF-RUN-01"], () =>
        fixture.expect.that(!isLeft, {
          diagnosis: `of two orders at the same time that of ${begun?.match.matchId} was followed, and that of ${left?.match.matchId} was acknowledged: ${left === undefined ? "" : progressOf(left.match)}`,
          expected: "invitations to both matches",
          received: "invitations to one",
        }),
      );
    },
  },
  rule({
    id: "referee/assignment/acknowledges-in-time-throughout",
    title: "acknowledges every RUN_MATCH of the run within its deadline",
    decides: ["REF-RUN-03"],
    ...timed("the time to the answer to RUN_MATCH", deadlineOf("RUN_MATCH"), ({ assignment }) =>
      assignment?.outcome === "message" && assignment.result.message_type === "RUN_MATCH_ACK"
        ? assignment.ms
        : undefined,
    ),
  }),
  /** Any order of the run may be the one at which it fails, also that of a check which then shows nothing. */
  rule({
    id: "referee/assignment/fails-at-no-order",
    title: "answers no order with an internal error while it plays no other match",
    decides: ["REF-RUN-01"],
    over: { ...EVERY_MATCH, name: "the orders of this run", seenBy: ({ matches }) => ordersAlone(matches) },
    where: ({ match }) => match.invitations.length > 0 || hasFailed(match),
    none: ["no match was played", ["REF-REG-01", "REF-RUN-02"]],
    judge: ({ match, seen }, { expect }) =>
      expect.that(match.invitations.length > 0, {
        diagnosis: `${named({ match, seen })} was not played: ${progressOf(match)}`,
        expected: "GAME_INVITATION to both players",
        received: "no invitation",
      }),
  }),
  /** One after the other, so that a referee needs the capacity for only one match. */
  {
    id: "referee/assignment/plays-all-of-a-round",
    title: "plays both of two matches that are assigned to it in the same round",
    decides: ["REF-RUN-01"],
    steps: [times(3, quickMatch())],
    async run(fixture) {
      const { league } = fixture;
      const last = await league.prepareMatch();
      const { roundId } = last.ids;
      const first = await league.prepareMatch({ ids: { roundId, matchId: `R${roundId}M2` } });
      ended(await first.play(0, [last.announced]));
      const ordered = league.startsOn === "run_match" ? last.order({ timeoutMs: quickMatch() }) : undefined;
      const seen = await last.ended(quickMatch(), 0);
      await ordered;
      const what = `${first.ids.matchId} was played, and of the same round`;
      expectPlayed(fixture, seen, `${what} ${seen.matchId}`);
    },
  },
  {
    id: "referee/assignment/plays-once",
    title: "acknowledges a repeated RUN_MATCH of a match that is under way, and plays it once",
    decides: ["REF-RUN-04"],
    slow: true,
    steps: [times(2, quickMatch()), times(2, joinDeadline)],
    async run({ league, expect, timely, notExercised }) {
      const match = await league.prepareMatch({
        a: { join: joins({ afterMs: joinDeadline / 2 }) },
        b: { join: joins({ afterMs: joinDeadline / 2 }) },
      });
      const assigned = match.assign();
      const invited = await match.until(({ invitations }) => invitations[1], quickMatch());
      if (invited === undefined) return notExercised("the match was not begun", ["REF-RUN-01"]);
      const again = await match.order();
      skipWithoutRunMatch(again);
      const seen = await match.ended(quickMatch(), joinDeadline / 2);
      await assigned;
      ended(seen);
      expect(again.result.match_id, "match_id of the answer to the repeated RUN_MATCH").is(match.ids.matchId);
      const counts = [seen.invitations.length, seen.calls.length];
      const what = "the numbers of invitations and choice calls in a match that was assigned twice";
      // A referee that gets an answer too late may invite again.
      timely(joinDeadline / 2, () => expect(counts, what).is([2, 2]));
    },
  },
  /** Assigned as by a league manager: first the announcement, then RUN_MATCH. Either may start the match. */
  rule({
    id: "referee/assignment/plays-the-match",
    title: "invites both players of a match that is assigned to it",
    decides: ["REF-RUN-01"],
    over: matchesIn(quickMatch(), [{ what: "it was assigned" }]),
    judge({ match }, { expect }) {
      for (const side of ["A", "B"] as const) {
        expect.that(match.to(side, "GAME_INVITATION").length > 0, {
          diagnosis: `player ${side} of ${match.matchId} was not invited: ${progressOf(match)}`,
          expected: "GAME_INVITATION",
          received: "nothing",
        });
      }
    },
  }),
  /** The league manager sends RUN_MATCH again when it has lost the report. */
  {
    id: "referee/assignment/reports-again",
    title: "answers RUN_MATCH of a finished match by reporting it again, and does not play it again",
    decides: ["REF-RUN-04"],
    slow: true,
    steps: [times(2, quickMatch()), times(2, reportDeadline)],
    async run({ league, expect, pause }) {
      const match = await league.prepareMatch();
      ended(await match.play(joinDeadline / 5));
      // Another match is played in between, so that it is not enough to store the last one.
      await league.runMatch();
      const again = await match.order();
      skipWithoutRunMatch(again);
      expect(again.result.match_id, "match_id of the answer to RUN_MATCH of the finished match").is(
        match.ids.matchId,
      );
      await match.until(({ reports }) => reports[1], reportDeadline);
      await pause(joinDeadline / 5);
      const { reports, invitations } = match.observe();
      const after = "the match having been ordered again when it was finished";
      expect(invitations.length, `how many invitations came, ${after}`).is(2);
      expect(reports.length, `how many reports came, ${after}`).is(2);
      onBehalfOf(["REF-REP-02"], () =>
        expect(reports[1]?.message.result, "the result in the second report").is(reports[0]?.message.result),
      );
    },
  },
  {
    id: "referee/assignment/queues",
    title: "acknowledges a match above its capacity, and plays it when a place is free",
    decides: ["REF-RUN-06"],
    slow: true,
    steps: [times(3, quickMatch()), joinDeadline],
    async run(fixture) {
      const { league, expect, notExercised, timely } = fixture;
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
      const assigned = Promise.all(running.map((match) => match.assign()));
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
      expect(answer.result.match_id, `match_id of the answer to RUN_MATCH while ${capacity} matches run`).is(
        extra.ids.matchId,
      );
      // On a machine that makes the slow players late, the places become free later than planned.
      const isPlayed = seen.invitations.length > 0 && outcomeOf(seen) !== undefined;
      const ordered = `${seen.matchId}, ordered while ${capacity} matches were running,`;
      timely(joinDeadline - justInside(joinDeadline), () => expectPlayed(fixture, seen, ordered, isPlayed));
      const ends = running
        .map((match) => match.observe())
        .flatMap(({ gameOvers, reports }) => [...gameOvers, ...reports]);
      const firstEnd = Math.min(...ends.map(({ at_ms }) => at_ms));
      const begun = seen.invitations[0]?.at_ms ?? 0;
      const what = `the time for which the referee ran ${capacity + 1} matches, having announced room for ${capacity},`;
      expect.time(Math.max(0, firstEnd - begun), what).isAtMost(joinDeadline / 4);
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
      // The endpoint of the league manager, which plays no matches.
      const foreign = { ...other.announced, referee_endpoint: league.manager.url };
      ended(await own.play(0, [foreign]));
      await pause(gracePeriodMs());
      const { invitations, matchId } = other.observe();
      const what = `how many invitations to ${matchId} came, which was announced with the endpoint of another referee,`;
      expect(invitations.length, what).is(0);
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
        await twins({
          differ: `sender "${sender}"`,
          valid: () => ours.order(),
          invalid: () => theirs.order({}, league.impostor(sender)),
          because: ["E012"],
        });
        await ours.ended(quickMatch(), 0);
        await pause(joinDeadline / 5);
        const { invitations } = theirs.observe();
        const what = `how many players were invited to the match that ${sender} had ordered`;
        expect(invitations.length, what).is(0);
        ours.close();
        theirs.close();
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
    async run({ league, referee, expect, game, notApplicable }) {
      const choices: { a: Parity; b: Parity } = { a: "even", b: "odd" };
      const match = await league.prepareMatch({
        a: { choice: chooses(choices.a) },
        b: { choice: chooses(choices.b) },
      });
      const player = ({ id, url }: Actor) => ({
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
      const winner = game.winnerOf({
        playerA: match.ids.playerA,
        playerB: match.ids.playerB,
        choiceA: choices.a,
        choiceB: choices.b,
        number: Number(result.dice_roll),
      });
      expect(result.winner, `the winner, when ${parity} was drawn`).is(winner ?? null);
      expect(result.is_draw, "is_draw").is(winner === undefined);
    },
  },
];

const INTERNAL_ERROR = -32_603;

/** Whether its order was answered with an internal error, which is no refusal for a reason. */
function hasFailed({ assignment }: MatchObservation): boolean {
  return assignment?.outcome === "refusal" && assignment.refusal.code === INTERNAL_ERROR;
}

/** The usual matches that were ordered when their referee was in no other one. */
function ordersAlone(matches: readonly SeenMatch[]): Seen[] {
  const all = matches.map((seen) => ({ match: seen.observe(), seen }));
  return all.filter(({ match, seen }) => {
    const ordered_ms = match.assignment?.raw.timing.sent_ms;
    if (ordered_ms === undefined || seen.unusual !== undefined) return false;
    return !all.some(
      (other) =>
        other.match !== match &&
        other.seen.referee.token === seen.referee.token &&
        isUnderWay(other.match, ordered_ms),
    );
  });
}

function isUnderWay({ invitations: [first], gameOvers, reports }: MatchObservation, at_ms: number): boolean {
  const end = Math.max(...[...gameOvers, ...reports].map((one) => one.at_ms));
  return first !== undefined && first.at_ms <= at_ms && (!Number.isFinite(end) || at_ms <= end);
}

function assertAnswer(fixture: RefereeFixture, answer: Answer, match: MatchObservation): void {
  // A referee of no league may refuse the orders of this one.
  if (answer.outcome === "refusal" && fixture.referee.registration === undefined)
    fixture.notExercised(`RUN_MATCH ${answer.describeAsEnd()}, and the referee has not registered`, [
      "REF-REG-01",
    ]);
  // A referee that refuses RUN_MATCH and plays nothing has not accepted it.
  onBehalfOf(match.invitations.length === 0 ? ["REF-RUN-01"] : ["REF-RUN-02"], () =>
    fixture.expect.answer(answer, answer.outcome !== "refusal", "RUN_MATCH_ACK", { what: "RUN_MATCH" }),
  );
  fixture.expect(answer.result, "the answer to RUN_MATCH").at("/match_id").is(match.matchId);
  const { status } = answer.result;
  const isAnswered =
    (typeof status === "string" && ACKNOWLEDGED.test(status)) ||
    // In other forms the status may be any that the SDK's league manager understands.
    (fixture.profile.answers === "any" && answerKind(answer.result) === "acknowledged") ||
    RESULT.some((member) => Object.hasOwn(answer.result, member));
  fixture.expect.that(isAnswered, {
    diagnosis: `RUN_MATCH was answered with the status ${JSON.stringify(status)} and no result; expected an acknowledgement or the result`,
    expected: "status acknowledged or accepted, or a result",
    received: JSON.stringify(status) ?? "nothing",
  });
  fixture.expect.time(answer.ms, "the answer to RUN_MATCH").isAtMost(directMatchDeadline());
}

/** @throws NotApplicable for a referee that does not support RUN_MATCH */
async function orderAlone(
  { league }: RefereeFixture,
  plan: MatchPlan = {},
): Promise<{ answer: Answer; match: MatchObservation }> {
  const match = await league.prepareMatch(plan);
  const ordered = match.order({ timeoutMs: directMatchDeadline() });
  const seen = await match.ended(quickMatch(), 0);
  const answer = await ordered;
  skipWithoutRunMatch(answer);
  return { answer, match: seen };
}
