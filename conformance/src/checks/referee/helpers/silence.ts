/** Matches in which a player does not answer an invitation or a choice call, and assertions about them. */
import type { RefereeFixture } from "../../../fixtures/member-fixtures.js";
import { chooses, joins, never } from "../../../peers/actors/behaviour.js";
import type { MatchObservation, Side } from "../../../peers/observation.js";
import type { MatchPlan, RefereeLeague } from "../../../peers/referee-league.js";
import { type Judging, rule, type Scenario } from "../../../rules/rule.js";
import {
  askedAtMost,
  choiceDeadline,
  joinDeadline,
  longestPause,
  notBefore,
  quickMatch,
  unchosenMatch,
  unjoinedMatch,
} from "../../../time/protocol-deadlines.js";
import type { Check } from "../../../types.js";
import { CheckFailure, onBehalfOf } from "../../../verdict.js";
import { assertCompleted, assertEnded, assertLost, matchDuration, missedBy } from "./match-outcome.js";
import {
  asksAsOften,
  invitesOrAsksAgain,
  repeatsTheSame,
  setsItsDeadline,
  staysOpenEachTime,
} from "./timing.js";

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
    repeated: { words: "", decides: [] },
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
    repeated: { words: ", which names its own deadline", decides: ["REF-CHOICE-03"] },
    deadline_ms: choiceDeadline,
  },
} as const;

/** The rules about players that do not answer a request of this type. */
export function silenceRules(group: "join" | "choice", type: keyof typeof ASKING): Check<RefereeFixture>[] {
  const { question, again, matches, whileAwaited, tooOften, retries, repeated, deadline_ms } = ASKING[type];
  const [a, b] = [failingMatch(`player A never ${matches}`), failingMatch(`player B never ${matches}`)];
  return [
    rule({
      id: `referee/${group}/${again.id}-again`,
      title: `sends a player GAME_ERROR after each missed ${question}, and ${again.words} after 2 s, three times in all`,
      decides: [retries],
      over: a,
      judge(match, fixture) {
        invitesOrAsksAgain(fixture, match, type, deadline_ms);
        if (type === "CHOOSE_PARITY_CALL") repeatsTheSame(fixture, match, "A");
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
      judge: (match, fixture) => assertTimelyLoss(fixture, match, ["A", type]),
    }),
    rule({
      id: `referee/${group}/b-loses-by-silence`,
      title: `names player A as the winner when player B answers no ${question}`,
      decides: ["REF-LOSS-01"],
      over: b,
      judge: (match, fixture) => assertLostBySilence(fixture, match, ["B", type], "REF-LOSS-07"),
    }),
    /** A repeated message may be built by other code, with other faults than the first one. */
    rule({
      id: `referee/${group}/repeats-the-same`,
      title: `waits as long for the answer to a repeated ${question}${repeated.words}`,
      decides: [whileAwaited, ...repeated.decides],
      over: b,
      judge(match, fixture) {
        if (type === "CHOOSE_PARITY_CALL") {
          repeatsTheSame(fixture, match, "B");
          if (fixture.dialect !== "flat")
            for (const call of match.to("B", type))
              onBehalfOf(["REF-CHOICE-03"], () => setsItsDeadline(fixture, call));
        }
        staysOpenEachTime(fixture, match, "B", type, deadline_ms);
      },
    }),
  ];
}

/** A player, and the request that it does not answer. */
type Silence = readonly [Side, keyof typeof ASKING];

/** Asserts the loss of a player without answers, not before its first deadline and not after its last. */
function assertTimelyLoss(fixture: Judging, match: MatchObservation, silence: Silence): void {
  const [side, type] = silence;
  const { question, notAsked, tooOften, deadline_ms } = ASKING[type];
  assertLostBySilence(fixture, match, silence, "REF-LOSS-01");
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
  [side, type]: Silence,
  endless: string,
): void {
  const { question, whileAwaited, deadline_ms } = ASKING[type];
  assertCallLimit(match, [side, type]);
  assertCompleted(match, side, type, deadline_ms);
  const what = `${side} answered no ${question}`;
  onBehalfOf([endless], () => assertEnded(match, what));
  const times = matchDuration(match, side, type);
  const isAwaited = times === undefined || times.end - times.first >= notBefore(deadline_ms);
  onBehalfOf([isAwaited ? "REF-LOSS-01" : whileAwaited], () => assertLost(fixture, match, side, what));
}

/** Asserts the maximum number of requests; another clause is about a repetition before the deadline. */
function assertCallLimit(match: MatchObservation, [side, type]: Silence): void {
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
