/** Matches in which a player does not answer an invitation or a choice call: deadlines, retries, repeated requests, the end. */
import type { RefereeFixture } from "../../../fixtures/member-fixtures.js";
import { isObject, valueAt } from "../../../json.js";
import { chooses, joins, never } from "../../../peers/actors/behaviour.js";
import type { MatchObservation, SentToPlayer, Side } from "../../../peers/observation.js";
import type { MatchPlan, RefereeLeague } from "../../../peers/referee-league.js";
import { playerOf } from "../../../rules/match-rules.js";
import { type Judging, rule, type Scenario } from "../../../rules/rule.js";
import { utcTime } from "../../../time/iso-time.js";
import {
  askedAtMost,
  choiceDeadline,
  joinDeadline,
  longestPause,
  notBefore,
  pauseBetween,
  quickMatch,
  unchosenMatch,
  unjoinedMatch,
} from "../../../time/protocol-deadlines.js";
import type { Check } from "../../../types.js";
import { CheckFailure, onBehalfOf } from "../../../verdict.js";
import { assertCompleted, assertEnded, assertLost, matchDuration, missedBy } from "./match-outcome.js";

/** Not zero, so that a referee that copies the values once must copy them again. */
const STANDINGS = { a: { wins: 2, losses: 1, draws: 3 }, b: { wins: 1, losses: 2, draws: 3 } };

const silent = { join: { join: never() }, choice: { choice: never() } };

const FAILING_MATCHES = {
  /** A answers neither invitations nor GAME_OVER; B answers everything. */
  "player A never answers an invitation": {
    a: { join: never(), over: never() },
    timeoutMs: unjoinedMatch,
  },
  "neither player answers an invitation": { a: silent.join, b: silent.join, timeoutMs: unjoinedMatch },
  /** B has chosen long before the match ends. */
  "player A never answers a choice call": {
    a: { join: joins(), choice: never() },
    b: { choice: chooses("odd") },
    timeoutMs: unchosenMatch,
  },
  "player B never answers an invitation": { b: silent.join, timeoutMs: unjoinedMatch },
  "player B never answers a choice call": {
    a: { choice: chooses("odd") },
    b: silent.choice,
    timeoutMs: unchosenMatch,
  },
  "neither player answers a choice call": { a: silent.choice, b: silent.choice, timeoutMs: unchosenMatch },
} satisfies Record<string, MatchPlan>;

/** This failing match, played once in the run. */
export function failingMatch(name: keyof typeof FAILING_MATCHES): Scenario<RefereeFixture, MatchObservation> {
  const plan = { standings: STANDINGS, ...FAILING_MATCHES[name] };
  return {
    name,
    concurrent: true,
    steps: [plan.timeoutMs, ...(name === AFTER_CHOICE ? [quickMatch()] : [])],
    about: ({ matchId }) => ({ ids: [`"${matchId}"`] }),
    async play(fixture) {
      const league = await fixture.anyLeague();
      const ids = name === AFTER_CHOICE ? await playersThatChose(league) : {};
      return [await league.runMatch({ ...plan, ids })];
    },
  };
}

/** In this match no choice of A's may come from its earlier one. */
const AFTER_CHOICE = "player A never answers a choice call";

async function playersThatChose(league: RefereeLeague): Promise<NonNullable<MatchPlan["ids"]>> {
  const { playerA, playerB } = await league.runMatch({
    a: { choice: chooses("even") },
    b: { choice: chooses("odd") },
  });
  return { playerA: playerA.id, playerB: playerB.id };
}

const ASKING = {
  GAME_INVITATION: {
    question: "invitation",
    again: { id: "invites", words: "invites it again" },
    notAsked: "was not invited",
    matches: "answers an invitation",
    whileAwaited: "REF-JOIN-01",
    tooOften: "REF-JOIN-02",
    retries: "REF-JOIN-03",
    deadline_ms: joinDeadline,
  },
  CHOOSE_PARITY_CALL: {
    question: "choice call",
    again: { id: "asks", words: "asks it again" },
    notAsked: "was not asked for its choice",
    matches: "answers a choice call",
    whileAwaited: "REF-CHOICE-05",
    tooOften: "REF-CHOICE-06",
    retries: "REF-CHOICE-07",
    deadline_ms: choiceDeadline,
  },
} as const;

type Asked = keyof typeof ASKING;

/** The rules about players that do not answer a request of this type. */
export function silenceRules(group: "join" | "choice", type: Asked): Check<RefereeFixture>[] {
  const { question, again, matches, whileAwaited, tooOften, retries, deadline_ms } = ASKING[type];
  const [a, b] = [failingMatch(`player A never ${matches}`), failingMatch(`player B never ${matches}`)];
  return [
    rule({
      id: `referee/${group}/${again.id}-again`,
      title: `sends a player GAME_ERROR after each missed ${question}, and ${again.words} after 2 s, three times in all`,
      decides: [retries],
      over: a,
      judge(match, fixture) {
        invitesOrAsksAgain(fixture, match, type, deadline_ms);
        if (type === "CHOOSE_PARITY_CALL") repeatsTheSame(fixture, match);
      },
    }),
    /** With one silent player, a referee that counts the retries of both together is right. */
    rule({
      id: `referee/${group}/${again.id}-both-again`,
      title: `repeats the ${question} of each of two players three times when neither answers it`,
      decides: [retries],
      over: failingMatch(`neither player ${matches}`),
      judge(match, fixture) {
        for (const side of ["A", "B"] as const) assertCompleted(match, side, type, deadline_ms);
        asksAsOften(fixture, match, type, "neither player answered it", "A", "B");
      },
    }),
    /** The loss follows the first missed deadline (RC) or the fourth (IS): not before the first, and not after the fourth. */
    rule({
      id: `referee/${group}/loses-by-silence`,
      title: `gives a player that answers no ${question} a technical loss, neither before its first deadline nor after its fourth`,
      decides: [tooOften, "REF-LOSS-01"],
      over: a,
      judge: (match, fixture) => assertTimelyLoss(fixture, match, "A", type),
    }),
    rule({
      id: `referee/${group}/b-loses-by-silence`,
      title: `names player A as the winner when player B answers no ${question}`,
      decides: ["REF-LOSS-01"],
      over: b,
      judge: (match, fixture) => assertLostBySilence(fixture, match, "B", type, "REF-LOSS-07"),
    }),
    /** A repeated message may be sent by other code, with other faults than the first one. */
    rule({
      id: `referee/${group}/repeats-the-same`,
      title: `waits as long for the answer to a repeated ${question}`,
      decides: [whileAwaited],
      over: b,
      judge(match, fixture) {
        const asked = match.to("B", type).length;
        if (asked < 2) skipUnrepeated(fixture, match, asked, "B", type);
        waitsForAnswers(fixture, match, "B", type);
      },
    }),
  ];
}

/** Asserts the loss of a player without answers, not before its first deadline and not after its last. */
function assertTimelyLoss(fixture: Judging, match: MatchObservation, side: Side, type: Asked): void {
  const { question, notAsked, tooOften, deadline_ms } = ASKING[type];
  assertLostBySilence(fixture, match, side, type, "REF-LOSS-01");
  const times =
    matchDuration(match, side, type) ?? fixture.notExercised(`${side} ${notAsked}`, missedBy(match));
  const span = (nth: string) =>
    `the time from ${side}'s ${nth} ${question}, which it did not answer, to the end of the match`;
  onBehalfOf([tooOften], () => {
    fixture.expect
      .time(times.end - times.first, span("first"), ...times.shownBy)
      .isAtLeast(notBefore(deadline_ms));
    fixture.expect
      .time(times.end - times.last, span("last"), ...times.shownBy)
      .isAtMost(deadline_ms + longestPause);
  });
}

/**
 * Asserts that this player has lost. A match with another end before the first deadline shows that the referee did not
 * wait for the answer.
 * @param endless the clause about a match without an end
 */
function assertLostBySilence(
  fixture: Judging,
  match: MatchObservation,
  side: Side,
  type: Asked,
  endless: string,
): void {
  const { question, whileAwaited, deadline_ms } = ASKING[type];
  assertCallLimit(match, side, type);
  assertCompleted(match, side, type, deadline_ms);
  const what = `${side} answered no ${question}`;
  onBehalfOf([endless], () => assertEnded(match, what));
  const times = matchDuration(match, side, type);
  const isAwaited = times === undefined || times.end - times.first >= notBefore(deadline_ms);
  onBehalfOf([isAwaited ? "REF-LOSS-01" : whileAwaited], () => assertLost(fixture, match, side, what));
}

/** Asserts the maximum number of requests; another clause is about a repetition before the deadline. */
function assertCallLimit(match: MatchObservation, side: Side, type: Asked): void {
  const { whileAwaited, tooOften, deadline_ms } = ASKING[type];
  const asked = match.to(side, type);
  if (asked.length <= askedAtMost) return;
  const isAwaited = asked.some(
    ({ at_ms }, i) => i > 0 && at_ms - (asked[i - 1]?.at_ms ?? 0) < notBefore(deadline_ms),
  );
  throw new CheckFailure({
    diagnosis: `${side}, which answered no ${type}, was sent it ${asked.length} times${isAwaited ? ", again while its answer was awaited" : ""}; expected at most ${askedAtMost}`,
    expected: `at most ${askedAtMost} times`,
    received: String(asked.length),
    shownBy: asked,
    clauses: [isAwaited ? whileAwaited : tooOften],
  });
}

// How long it waits, and how it asks again.

/**
 * Asserts that nothing came to the player before the deadline while its answer was awaited: the request again, an error or
 * the end of the match. The time is measured between the referee's messages, so that the delay of the player's own answer has
 * no influence.
 */
export function waitsForAnswers(
  { expect, timely }: Judging,
  match: MatchObservation,
  side: Side,
  type: Asked,
): void {
  const { deadline_ms, whileAwaited } = ASKING[type];
  const messages = match.to(side);
  const { unanswered } = playerOf(match, side);
  for (const [index, asked] of messages.entries()) {
    const next = messages[index + 1];
    if (asked.message.message_type !== type || next === undefined) continue;
    const isUnanswered = unanswered.includes(asked.received);
    // Later messages may be about the answer.
    if (!isUnanswered && (asked.received.answer?.at_ms ?? 0) <= next.at_ms) continue;
    const what = `the time from ${type} to ${String(next.message.message_type)}, when ${side} had not answered yet,`;
    const least = isUnanswered ? notBefore(deadline_ms) : fullDeadline(deadline_ms);
    onBehalfOf([whileAwaited], () =>
      timely(deadline_ms - least, () =>
        expect.time(next.at_ms - asked.at_ms, what, asked, next).isAtLeast(least),
      ),
    );
  }
}

/** Half a second less than the deadline, or slightly less for a short one. */
const fullDeadline = (deadline_ms: number): number => deadline_ms - Math.min(500, deadline_ms * 0.04);

/** The tolerance of a pause for the network and a busy machine, in milliseconds. */
const TOLERANCE = 0.25;

/** Asserts that a player without answers gets an error and a repetition after each missed deadline, as IS requires. */
function invitesOrAsksAgain(
  { expect, notExercised, timely }: Judging,
  match: MatchObservation,
  type: string,
  deadline_ms: number,
): void {
  const asked = match.to("A", type);
  const errors = match.to("A", "GAME_ERROR");
  if (asked.length === 0) notExercised(`player A got no ${type}`, missedBy(match));
  expect(asked.length, `how often a player that does not answer got ${type}`, ...asked).is(askedAtMost);
  for (const [index, again] of asked.entries()) {
    const before = asked[index - 1];
    if (before === undefined) continue;
    if (again.at_ms - before.at_ms < notBefore(deadline_ms)) {
      notExercised(`${type} came again before its deadline was over, which another check judges`, [
        "REF-JOIN-01",
        "REF-CHOICE-05",
      ]);
    }
    const between = errors.filter(({ at_ms }) => at_ms >= before.at_ms && at_ms <= again.at_ms);
    // The pause starts at a GAME_ERROR, if there is one: another check measures the time before it.
    const ends = [before.at_ms + deadline_ms, ...between.map(({ at_ms }) => at_ms)];
    const pause = nearest(
      ends.map((end) => again.at_ms - end),
      pauseBetween,
    );
    const what = `the pause between the missed deadline of ${type} ${index} and ${type} ${index + 1}`;
    timely(pauseBetween * TOLERANCE, () => {
      expect.time(pause, what, before, again).isAtLeast(pauseBetween * (1 - TOLERANCE));
      expect.time(pause, what, before, again).isAtMost(pauseBetween * (1 + TOLERANCE));
    });
    expect(
      between.length,
      `how many GAME_ERRORs came between ${type} ${index} and ${index + 1}`,
      before,
      again,
    ).is(1);
    const [error] = between;
    if (error === undefined) continue;
    const code = error.message.error_code;
    const assert = () => expect(code, `error_code after the missed ${type} ${index}`, error).is("E001");
    if (code === "TIMEOUT_ERROR") assert();
    else onBehalfOf(["REF-LOSS-08"], assert);
    expect(error.message.retry_info, `retry_info after the missed ${type} ${index}`, error).isObject();
    assertErrorDetails(expect, match, error, `after the missed ${type} ${index}`, index);
  }
}

/** Asserts that each of these players is asked as often as one that has missed nothing before. */
export function asksAsOften(
  fixture: Judging,
  match: MatchObservation,
  type: string,
  what: string,
  ...sides: readonly [Side, ...Side[]]
): void {
  const most = Math.max(...sides.map((side) => match.to(side, type).length));
  if (most < 2) skipUnrepeated(fixture, match, most, sides[0], type);
  for (const side of sides) {
    const asked = match.to(side, type);
    fixture.expect(asked.length, `how often ${side} got ${type}, when ${what}`, ...asked).is(askedAtMost);
  }
}

function nearest(values: readonly number[], to: number): number {
  return values.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0] ?? 0;
}

/** Asserts that the stated player, match and next attempt of a GAME_ERROR are correct. */
function assertErrorDetails(
  expect: Judging["expect"],
  match: MatchObservation,
  sent: SentToPlayer,
  when: string,
  count: number,
): void {
  const { message: error } = sent;
  expect(error.match_id, `match_id of the GAME_ERROR ${when}`, sent).is(match.matchId);
  const info = isObject(error.retry_info) ? error.retry_info : {};
  const trueResult = {
    affected_player: [error.affected_player, match.playerA.id],
    "retry_info.retry_count": [info.retry_count, count],
    "retry_info.max_retries": [info.max_retries, askedAtMost - 1],
  };
  for (const [member, [value, is]] of Object.entries(trueResult)) {
    if (value !== undefined && value !== null)
      expect(value, `${member} of the GAME_ERROR ${when}`, sent).is(is);
  }
  const [next, now] = [utcTime(info.next_retry_at), utcTime(error.timestamp)];
  expect.that(next === undefined || now === undefined || next >= now, {
    diagnosis: `retry_info.next_retry_at of the GAME_ERROR ${when} is ${String(info.next_retry_at)}, which was over when it was sent at ${String(error.timestamp)}; expected the time of the next attempt`,
    expected: "a time after the GAME_ERROR's own",
    received: String(info.next_retry_at),
    shownBy: [sent],
  });
}

/** The members of a call that are lasting, with their clauses; rules over every match judge the others. */
const LASTING = [
  ["/player_id", "REF-CHOICE-03"],
  ...["wins", "losses", "draws"].map((name) => [`/context/your_standings/${name}`, "REF-CHOICE-04"] as const),
] as const;

/** Asserts that a repeated call is for the same player, with the same standings. */
function repeatsTheSame({ expect }: Judging, match: MatchObservation): void {
  const [first, ...again] = match.to("A", "CHOOSE_PARITY_CALL");
  for (const [index, call] of again.entries())
    for (const [pointer, clause] of LASTING) {
      const before = valueAt(first?.message, pointer);
      // Zeros are permitted while the referee has received no standings.
      if (first === undefined || before === undefined || before === 0) continue;
      const what = `${pointer.slice(1)} of call ${index + 2} to ${call.playerId}, which did not answer the one before,`;
      onBehalfOf([clause], () => expect(valueAt(call.message, pointer), what, first, call).is(before));
    }
}

/** Skips a referee without repetitions: in RC a player forfeits at the first missed deadline. */
function skipUnrepeated(
  { notApplicable, notExercised }: Judging,
  match: MatchObservation,
  asked: number,
  side: Side,
  type: string,
): never {
  return asked === 0
    ? notExercised(`player ${side} got no ${type}`, ["REF-JOIN-03", ...missedBy(match)])
    : notApplicable(`this referee sends ${type} once and not again`);
}
