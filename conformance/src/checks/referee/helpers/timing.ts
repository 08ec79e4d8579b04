/** Assertions about deadlines, retries and repeated requests of a referee. */

import { isObject, valueAt } from "../../../json.js";
import type { MatchObservation, SentToPlayer, Side } from "../../../peers/observation.js";
import type { Judging } from "../../../rules/rule.js";
import { utcTime } from "../../../time/iso-time.js";
import { askedAtMost, choiceDeadline, notBefore, pauseBetween } from "../../../time/protocol-deadlines.js";
import { onBehalfOf } from "../../../verdict.js";
import { missedBy } from "./match-outcome.js";

// The deadline in a choice call.

/** RA writes deadlines in whole seconds, and a message is sent shortly after its timestamp is taken. */
const TOLERANCE_MS = 2_000;

/** The arrival of the call counts if its timestamp is unreadable. */
export function setsItsDeadline({ expect }: Judging, sent: SentToPlayer): void {
  const { message: call, playerId: addressee, at_ms } = sent;
  const ahead = (utcTime(call.deadline) ?? Number.NaN) - (utcTime(call.timestamp) ?? at_ms);
  expect.that(Math.abs(ahead - choiceDeadline) <= TOLERANCE_MS, {
    diagnosis: `the choice call to ${addressee} of ${JSON.stringify(call.timestamp)} has the deadline ${JSON.stringify(call.deadline)}; expected the time ${choiceDeadline} ms after that`,
    expected: `${choiceDeadline} ms after the call`,
    received: Number.isNaN(ahead) ? "no time" : `${ahead} ms after the call`,
    shownBy: [sent],
  });
}

/**
 * Fails if the referee repeated the request, sent an error or ended the match before the deadline. The time is measured
 * between the referee's messages, so that the delay of the player's own answer has no influence.
 *
 * @param answered_ms the time of the player's answer: later messages may be about the answer
 */
export function expectFullDeadline(
  { expect, timely }: Judging,
  match: MatchObservation,
  {
    side,
    type,
    deadline_ms,
    answered_ms,
  }: { side: Side; type: string; deadline_ms: number; answered_ms: number },
): void {
  const messages = match.to(side);
  const first = messages.findIndex(({ message }) => message.message_type === type);
  const [asked, next] = messages.slice(first, first + 2);
  if (first < 0 || asked === undefined || next === undefined) return;
  const waited = next.at_ms - asked.at_ms;
  if (waited >= answered_ms) return;
  const what = `the time from ${type} to ${String(next.message.message_type)}, when ${side} had not answered yet,`;
  const least = fullDeadline(deadline_ms);
  timely(deadline_ms - least, () => expect.time(waited, what, asked, next).isAtLeast(least));
}

/** Half a second less than the deadline, or slightly less for a short one. */
const fullDeadline = (deadline_ms: number): number => deadline_ms - Math.min(500, deadline_ms * 0.04);

/** The tolerance of a pause for the network and a busy machine, in milliseconds. */
const TOLERANCE = 0.25;

/** Asserts that a player without answers gets an error and a repetition after each missed deadline, as IS requires. */
export function invitesOrAsksAgain(
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

/** Asserts that each repetition has the deadline of the first call; the next message to the player ends the wait. */
export function staysOpenEachTime(
  fixture: Judging,
  match: MatchObservation,
  side: Side,
  type: string,
  deadline_ms: number,
): void {
  const { expect, timely } = fixture;
  const messages = match.to(side);
  const asked = messages.filter(({ message }) => message.message_type === type);
  if (asked.length < 2) skipUnrepeated(fixture, match, asked.length, side, type);
  for (const [index, call] of asked.entries()) {
    const next = messages[messages.indexOf(call) + 1];
    if (index === 0 || next === undefined) continue;
    const what = `the time from ${type} ${index + 1} to ${String(next.message.message_type)}, when ${side} had not answered,`;
    const least = notBefore(deadline_ms);
    const clause = type === "GAME_INVITATION" ? "REF-JOIN-01" : "REF-CHOICE-05";
    onBehalfOf([clause], () =>
      timely(deadline_ms - least, () =>
        expect.time(next.at_ms - call.at_ms, what, call, next).isAtLeast(least),
      ),
    );
  }
}

/** The members of a call that are lasting, with their clauses; rules over every match judge the others. */
const LASTING = [
  ["/player_id", "REF-CHOICE-03"],
  ...["wins", "losses", "draws"].map((name) => [`/context/your_standings/${name}`, "REF-CHOICE-04"] as const),
] as const;

/** Asserts that a repeated call is for the same player, with the same standings. */
export function repeatsTheSame({ expect }: Judging, match: MatchObservation, side: Side): void {
  const [first, ...again] = match.to(side, "CHOOSE_PARITY_CALL");
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
