import type { RefereeFixture } from "../../fixtures/member-fixtures.js";
import { isObject, type JsonObject } from "../../json.js";
import { faultsOf } from "../../negatives/negatives.js";
import { chooses, choosesRaw, httpStatus, joins, never } from "../../peers/actors/behaviour.js";
import type { MatchObservation, SentToPlayer, Side } from "../../peers/observation.js";
import {
  choiceOf,
  expectMembers,
  followsAssignment,
  isPlayedAgain,
  named,
  opponentOf,
  playerOf,
  winnerIn,
} from "../../rules/match-rules.js";
import { type Judging, rule } from "../../rules/rule.js";
import type { Random } from "../../sdk.js";
import { utcTime } from "../../time/iso-time.js";
import {
  askedAtMost,
  choiceDeadline,
  joinDeadline,
  justInside,
  notBefore,
  pauseBetween,
  quickMatch,
  refusedMatch,
} from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { onBehalfOf } from "../../verdict.js";
import { assertChoiceUnpublished, assertEnded, begun, ended, isNone } from "./helpers/match-outcome.js";
import { EVERY_MATCH, matchesIn, playCases, sentAtOnce } from "./helpers/played-matches.js";
import { asksAsOften, failingMatch, silenceRules, waitsForAnswers } from "./helpers/silence.js";

const CAPITALS = ["EVEN", "Odd"] as const;

const CALL = "CHOOSE_PARITY_CALL";

const A_SILENT = failingMatch("player A never answers a choice call");

const ZEROS = { wins: 0, losses: 0, draws: 0 };

const INVALID_CHOICES = ["banana", "EVEN"];

/** A match in which an invitation is missed once, and then all calls but the last are answered wrongly. */
const MISSED_THEN_WRONG = joinDeadline + pauseBetween + refusedMatch;

/** No new match with wrong choices begins after this, enough for eight with a referee that plays one at a time and pauses. */
const WRONG_CHOICES_MS = 8 * refusedMatch;

/** Shortly before the deadlines. */
const [lateJoin, late] = [justInside(joinDeadline), justInside(choiceDeadline)];

const DEADLINES = [
  { type: "GAME_INVITATION", deadline_ms: joinDeadline, answered_ms: lateJoin, clause: "REF-JOIN-01" },
  { type: CALL, deadline_ms: choiceDeadline, answered_ms: late, clause: "REF-CHOICE-05" },
] as const;

export const choiceChecks: readonly Check<RefereeFixture>[] = [
  ...silenceRules("choice", "CHOOSE_PARITY_CALL"),
  rule({
    id: "referee/choice/asks-both-at-once",
    title: "asks both players for their choice at the same time, also when one was invited again",
    decides: ["REF-CHOICE-01"],
    ...sentAtOnce("CHOOSE_PARITY_CALL"),
  }),
  /** Reads the body itself, because the profile accepts any case. */
  rule({
    id: "referee/choice/flat-any-case",
    title: "counts a choice in upper or mixed case, and publishes it in lower case, in the flat dialect",
    decides: ["REF-CHOICE-11"],
    over: matchesIn(quickMatch(), [
      {
        what: "A chose EVEN and B chose Odd",
        a: { choice: choosesRaw("EVEN") },
        b: { choice: choosesRaw("Odd") },
      },
    ]),
    judge({ match, what }, { expect }) {
      const outcome = assertEnded(match, what);
      expect(match.calls.length, `the number of choice calls, when ${what}`).is(2);
      expect(outcome.number, `drawn_number of a match in which ${what}`).isPresent();
      for (const { received, playerId } of match.gameOvers) {
        const { json } = received;
        const text = isObject(json) && isObject(json.params) ? json.params : {};
        expect(text.player_a_choice, `player_a_choice in the GAME_OVER to ${playerId}`).is("even");
        expect(text.player_b_choice, `player_b_choice in the GAME_OVER to ${playerId}`).is("odd");
      }
    },
  }),
  rule({
    id: "referee/choice/publishes-lower-case",
    title: "refuses a choice in capitals, or publishes it in lower case",
    decides: ["REF-CHOICE-09"],
    over: matchesIn(
      refusedMatch,
      CAPITALS.map((sent) => ({
        what: `A sent "${sent}"`,
        sent,
        a: { choice: choosesRaw(sent) },
        b: { choice: chooses("odd") },
      })),
    ),
    judge({ match, what, sent }, { expect }) {
      const outcome = assertEnded(match, what);
      const published = choiceOf(outcome, match.playerA);
      expect.that(isNone(published, match.playerA) || published === sent.toLowerCase(), {
        diagnosis: `${what}, and ${outcome.from} publishes ${JSON.stringify(published)}`,
        expected: `"${sent.toLowerCase()}" or no choice`,
        received: JSON.stringify(published) ?? "nothing",
        shownBy: outcome.shownBy,
      });
    },
  }),
  rule({
    id: "referee/choice/says-what-is-asked",
    title:
      "puts match, addressee, game, opponent, round and the time 30 s ahead into each choice call, repeated ones too",
    decides: ["REF-CHOICE-03"],
    over: EVERY_MATCH,
    where: followsAssignment,
    judge(part, about) {
      const { match } = part;
      for (const sent of match.calls) {
        const { side, playerId, message } = sent;
        const ofCanonical = {
          "/game_type": about.game.type,
          "/context/opponent_id": opponentOf(match, side).id,
          "/context/round_id": match.roundId,
        };
        const due = {
          "/match_id": match.matchId,
          "/player_id": playerId,
          ...(about.dialect === "flat" ? {} : ofCanonical),
        };
        expectMembers(about, message, due, `CHOOSE_PARITY_CALL to ${playerId} in ${named(part)}`, sent);
        if (about.dialect !== "flat") setsItsDeadline(about, sent);
      }
    },
  }),
  /** B has chosen at once; the errors to A after each missed deadline must not disclose that. */
  rule({
    id: "referee/choice/tells-nothing-when-late",
    title: "does not disclose to a late player the other one's choice, or whether it has chosen",
    decides: ["REF-CHOICE-02"],
    over: A_SILENT,
    judge(match, fixture) {
      assertChoiceSecret(fixture, match, "A");
      // An error about the other player's missed deadline discloses that it has not chosen yet.
      const late = match.playerA.id;
      const reported = match.to("B", "GAME_ERROR").filter(({ message }) => message.affected_player === late);
      const what = `how many GAME_ERRORs about ${late}, which had answered no choice call, ${match.playerB.id} was sent`;
      fixture.expect(reported.length, what, ...reported).is(0);
    },
  }),
  /** Neither player makes a valid choice; an answer without a choice does not make one of them the winner. */
  rule({
    id: "referee/choice/invalid-choice-does-not-win",
    title: "does not name a player with invalid choices as the winner over one that answers with errors",
    decides: ["REF-CHOICE-08"],
    over: matchesIn(refusedMatch, [
      {
        what: 'A answered each choice call with "banana" and B with HTTP 500',
        side: "A",
        a: { choice: choosesRaw("banana") },
        b: { choice: httpStatus(500) },
      },
      {
        what: 'B answered each choice call with "banana" and A with HTTP 500',
        side: "B",
        a: { choice: httpStatus(500) },
        b: { choice: choosesRaw("banana") },
      },
    ]),
    judge({ match, what, side }, { expect }) {
      const { winner, from } = assertEnded(match, what);
      expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(playerOf(match, side).id);
    },
  }),
  /** A referee that has queried the standings sends them; otherwise it sends zeros. */
  {
    id: "referee/choice/tells-standings",
    title: "sends each player its own standing as the league manager last sent it, and zeros before",
    decides: ["REF-CHOICE-04"],
    slow: true,
    steps: [times(2, quickMatch()), joinDeadline],
    async run({ league, expect }) {
      let ids: { playerA: string; playerB: string } | undefined;
      // The same players twice, with different standings from the league manager.
      for (const standings of [
        { a: { wins: 2, losses: 1, draws: 0 }, b: { wins: 0, losses: 3, draws: 1 } },
        { a: { wins: 3, losses: 1, draws: 0 }, b: { wins: 0, losses: 4, draws: 1 } },
      ]) {
        const before = league.manager.receivedOf("LEAGUE_QUERY").length;
        // Time for the answer to arrive before the choice calls.
        const slow = { join: joins({ afterMs: joinDeadline / 8 }) };
        const match = await league.runMatch({ a: slow, b: slow, standings: standings, ...(ids && { ids }) });
        const isSecond = ids !== undefined;
        ids = { playerA: match.playerA.id, playerB: match.playerB.id };
        ended(match);
        const [call] = match.calls;
        const asked = league.manager
          .receivedOf("LEAGUE_QUERY")
          .slice(before)
          .some(({ at_ms }) => call !== undefined && at_ms < call.at_ms);
        // A referee that does not query again may use the standings that it has.
        if (isSecond && !asked) break;
        for (const { side, message, playerId } of match.calls) {
          const own = side === "A" ? standings.a : standings.b;
          const given = isObject(message.context) ? message.context.your_standings : undefined;
          expect(given, `your_standings of ${playerId}`).isObject();
          const { wins, losses, draws } = isObject(given) ? given : {};
          const hint = asked
            ? "This was the answer to the referee's LEAGUE_QUERY."
            : "The referee did not ask for the standings.";
          expect({ wins, losses, draws }, `wins, losses and draws of ${playerId}`).is(
            asked ? own : ZEROS,
            hint,
          );
        }
      }
    },
  },
  /** Judged where a player has answered in time with a legal choice, and has received nothing but the call again. */
  rule({
    id: "referee/choice/asks-once-throughout",
    title: "asks no player again that has answered the choice call with a legal choice, in any match",
    decides: ["REF-CHOICE-05"],
    over: EVERY_MATCH,
    judge(part, { expect }) {
      const { match } = part;
      if (isPlayedAgain(match)) return;
      for (const side of ["A", "B"] as const) {
        const again = match.to(side).filter(({ message, at_ms }, index, sent) => {
          const before = sent[index - 1]?.received;
          const answer = playerOf(match, side).answered.find(({ call }) => call === before);
          if (answer === undefined || message.message_type !== CALL) return false;
          return answer.at_ms <= at_ms && at_ms < notBefore(choiceDeadline) + answer.call.at_ms;
        });
        const what = `how often ${playerOf(match, side).id} was sent ${CALL} of ${named(part)} after a legal choice, and no other message between`;
        expect(again.length, what, ...again).is(0);
      }
    },
  }),
  /** The last of the four calls is answered correctly, which shows that each of them counts. */
  rule({
    id: "referee/choice/asks-again-after-invalid-choice",
    title:
      "answers an invalid choice, one in capitals included, with GAME_ERROR E004 and the call again, three times in all",
    decides: ["REF-CHOICE-10"],
    over: matchesIn(
      refusedMatch,
      INVALID_CHOICES.map((sent) => ({
        sent,
        what: `A answered all but the last of ${askedAtMost} choice calls with "${sent}"`,
        a: { choice: [...Array.from({ length: askedAtMost - 1 }, () => choosesRaw(sent)), chooses("odd")] },
        b: { choice: chooses("even") },
      })),
    ),
    judge({ match, what, sent }, about) {
      const outcome = assertEnded(match, what);
      about
        .expect(match.to("A", "CHOOSE_PARITY_CALL").length, `how often A was asked, when ${what}`)
        .is(askedAtMost);
      const codes = match.to("A", "GAME_ERROR").map(({ message }) => message.error_code);
      about
        .expect(codes, `the codes of the GAME_ERRORs, when ${what}`)
        .is(Array.from({ length: askedAtMost - 1 }, () => "E004"));
      const published = choiceOf(outcome, match.playerA);
      // "even" is the referee's reading of "EVEN"; A has sent no other choice like it.
      const isInvented = published === "even" && sent !== "EVEN";
      onBehalfOf([isInvented ? "REF-DRAW-06" : "REF-CHOICE-10"], () =>
        about
          .expect(published, `the published choice of A, when ${what}, and the last one with "odd"`)
          .is("odd"),
      );
      const [playerA, playerB] = [match.playerA.id, match.playerB.id];
      const played = {
        playerA,
        playerB,
        choiceA: "odd",
        choiceB: "even",
        number: Number(outcome.number),
      } as const;
      const winner = about.game.winnerOf(played) ?? null;
      const facts = `${what}, and the last one with "odd", B with "even", and ${String(outcome.number)} was drawn`;
      about.expect(winnerIn(about, outcome), `the winner when ${facts}`).is(winner);
    },
  }),
  /** In other matches of the run a player fails either at the invitation or at the call. */
  rule({
    id: "referee/choice/asks-as-often-after-a-missed-invitation",
    title: "asks a player again three times, also one that has joined only when it was invited again",
    decides: ["REF-CHOICE-07", "REF-CHOICE-10"],
    over: matchesIn(MISSED_THEN_WRONG, [
      {
        what: `A missed its first invitation, joined at the next one and sent an invalid choice ${askedAtMost - 1} times`,
        a: {
          join: [never(), joins()],
          choice: [...Array.from({ length: askedAtMost - 1 }, () => choosesRaw("banana")), chooses("odd")],
        },
      },
    ]),
    judge: ({ match, what }, fixture) => asksAsOften(fixture, match, CALL, what, "A"),
  }),
  {
    id: "referee/choice/counts-even-and-odd-only",
    title:
      "neither counts nor publishes a choice that is not even or odd, nor names its player as the winner",
    decides: ["REF-CHOICE-08"],
    concurrent: true,
    steps: [WRONG_CHOICES_MS, refusedMatch],
    run: (fixture) => tryWrongChoices(fixture),
  },
  /** Shortly before each deadline: an answer in time counts, and no player is asked again. The 30 s start with the call. */
  rule({
    id: "referee/choice/waits-for-the-deadline",
    title:
      "counts a join and a choice that arrive shortly before their deadlines, and asks no player again meanwhile",
    decides: ["REF-JOIN-01", "REF-CHOICE-05"],
    over: matchesIn(quickMatch() + joinDeadline + 2 * choiceDeadline, [
      {
        what: `A and B joined ${lateJoin} ms after their invitations, and chose ${late} ms after their calls`,
        a: { join: joins({ afterMs: lateJoin }), choice: chooses("odd", { afterMs: late }) },
        b: { join: joins({ afterMs: lateJoin }), choice: chooses("even", { afterMs: late }) },
      },
    ]),
    judge({ match, what }, fixture) {
      const { expect, timely } = fixture;
      begun(match);
      for (const { type, deadline_ms, answered_ms, clause } of DEADLINES)
        for (const side of ["A", "B"] as const) {
          waitsForAnswers(fixture, match, side, type);
          const asked = match.to(side, type).length;
          // A player that is asked for its choice has joined in time.
          timely(deadline_ms - answered_ms, () =>
            onBehalfOf([asked === 0 ? "REF-JOIN-01" : clause], () =>
              expect(asked, `how often ${side} was sent ${type}, when ${what}`).is(1),
            ),
          );
        }
      timely(choiceDeadline - late, () => {
        const outcome = assertEnded(match, what);
        for (const player of [match.playerA, match.playerB]) {
          const published = choiceOf(outcome, player);
          onBehalfOf([isNone(published, player) ? "REF-CHOICE-05" : "REF-DRAW-06"], () =>
            expect(published, `the choice of ${player.id}, when ${what}`).is(player.chosen.at(-1)),
          );
        }
      });
    },
  }),
];

/** RA writes deadlines in whole seconds, and a message is sent shortly after its timestamp is taken. */
const TOLERANCE_MS = 2_000;

/** The arrival of the call counts if its timestamp is unreadable. */
function setsItsDeadline({ expect }: Judging, sent: SentToPlayer): void {
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
 * Each call gets another wrong choice; the remaining ones are tried in later matches. A referee that accepts a
 * particular word is found only if that word is tried, so the transcript ends with the number of tried choices.
 */
async function tryWrongChoices(fixture: RefereeFixture): Promise<void> {
  const { league, clock } = fixture;
  const left = wrongChoices(fixture.random);
  const end_ms = clock.now() + WRONG_CHOICES_MS;
  while (left.length > 0 && clock.now() < end_ms) {
    const cases = Array.from({ length: league.capacity }, () => wrongCase(left.splice(0, askedAtMost)));
    const wrong = cases.filter(({ values }) => values.length > 0);
    for (const { match, what, values } of await playCases(league, wrong, () => false)) {
      const { winner, from } = assertEnded(match, what);
      assertChoiceUnpublished(fixture, match, "A", what);
      fixture.expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(match.playerA.id);
      left.push(...values.slice(Math.max(1, match.to("A", "CHOOSE_PARITY_CALL").length)));
    }
  }
  const tried = WRONG_CHOICES.length - left.length;
  const share = Math.floor((100 * tried) / WRONG_CHOICES.length);
  fixture.conclude(
    `${tried} of ${WRONG_CHOICES.length} wrong choices were tried: a referee that takes any one of them for a choice is found with a probability of ${share} %`,
  );
}

/** A sends these choices in order, and then no answer. */
function wrongCase(values: readonly unknown[]) {
  return {
    values,
    what: `A answered its choice calls with ${values.map(describeChoice).join(", then ")}`,
    a: { choice: values.map((value) => choosesRaw(value)) },
    b: { choice: chooses("odd") },
    timeoutMs: refusedMatch,
  };
}

// Invalid choices of a player: values that the contract's schema refuses, and words that a program may accept.

/** Abbreviations, translations, truth values and numbers; each of them is some program's word for a parity. */
const WORDS: readonly string[] = [
  ..."banana maybe yes no both none either random any null undefined e o E O evn evens odds".split(" "),
  ..."0 1 2 7 true false gerade ungerade pair impair par impar זוגי 偶数 even!".split(" "),
  ...["not even", "even or odd", " even", "odd ", '"even"'],
];

/** The same in other types of JSON. */
const VALUES: readonly unknown[] = [0, 1, 2, true, false, [], ["odd"], {}, { parity: "even" }];

/** The clause lets a referee read "EVEN" for "even". */
const ANY_CASE = /^(even|odd)$/i;

/** Each of them once. Undefined stands for a choice that is missing. */
const WRONG_CHOICES: readonly unknown[] = distinct([
  ...["", null, undefined, 7, "banana", ["odd"], " even", "maybe"],
  ...faultsOf("CHOOSE_PARITY_RESPONSE")
    .filter(({ pointer }) => pointer === "/parity_choice")
    .map(({ set }) => set),
  ...VALUES,
  ...WORDS,
]).filter((one) => typeof one !== "string" || !ANY_CASE.test(one));

/** This many come first in every run, so that each kind is tried even where few of them can be. */
const ALWAYS = 8;

/** All of them; those after the first few in an order that the seed decides. */
function wrongChoices(random: Random): unknown[] {
  const rest = WRONG_CHOICES.slice(ALWAYS).map((value) => ({ value, place: random.below(2 ** 31) }));
  const ordered = rest.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
  return [...WRONG_CHOICES.slice(0, ALWAYS), ...ordered];
}

/** For a diagnosis. */
function describeChoice(value: unknown): string {
  return value === undefined ? "no parity_choice" : JSON.stringify(value);
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

// Whether a message to one player discloses something about the other one.

/** Members whose text discloses nothing: names, ids, times. */
const PLAIN = /^(protocol|message_type|sender|timestamp|deadline|next_retry_at|.*_id|game_type|auth_token)$/;

const ABOUT_THE_OTHER = /(opponent|other).*(choice|chose|answer|submitted|decided)/i;

/** Words that disclose a choice if the first message did not contain them. */
const PERHAPS = /(opponent|other).*(ready|done|finished|respon|replied|picked|locked)/i;

const HAS_CHOSEN = /\b(chose|chosen|answered|submitted|decided)\b/i;

/** The part about the opponent, whether or not the sentence denies another part. */
const HAS_CHOSEN_BY_NOW = /\bopponent has (already )?(chosen|answered|submitted|decided)\b/i;

interface Secret {
  opponentId: string;
  choice: string;
}

/** Asserts that no message to this player before GAME_OVER discloses the choice of the other one. */
function assertChoiceSecret({ expect }: Judging, match: MatchObservation, side: Side): void {
  ended(match);
  const other = playerOf(match, side === "A" ? "B" : "A");
  const choice = String(other.chosen.at(-1));
  const firsts = new Map<unknown, JsonObject>();
  for (const sent of match.to(side)) {
    const { message, playerId } = sent;
    if (message.message_type === "GAME_OVER") break;
    const earlier = firsts.get(message.message_type);
    firsts.set(message.message_type, earlier ?? message);
    const leak = leakIn(message, { opponentId: other.id, choice }, earlier);
    expect.that(leak === undefined, {
      shownBy: [sent],
      diagnosis: `${other.id} had chosen "${choice}" when ${playerId} got ${String(message.message_type)}, in which ${leak}`,
      expected: "nothing of the other player's choice",
      ...(leak === undefined ? {} : { received: leak }),
    });
  }
}

/**
 * The place and the words that disclose it; undefined for a message that keeps the secret.
 *
 * @param earlier the first message of the type to this player
 */
export function leakIn(
  message: JsonObject,
  secret: Secret,
  earlier?: JsonObject,
  at = "",
): string | undefined {
  for (const [name, value] of Object.entries(message)) {
    const before = earlier?.[name];
    const place = `${at}/${name}`;
    if (PLAIN.test(name)) continue;
    const isNews = earlier !== undefined && !isPresent(before) && PERHAPS.test(name);
    const telling = isPresent(value) && (isNews || ABOUT_THE_OTHER.test(name) || name === secret.opponentId);
    if (telling || (typeof value === "string" && tells(value, secret)))
      return `${place} is ${JSON.stringify(value)}`;
    const inner = isObject(value)
      ? leakIn(value, secret, isObject(before) ? before : undefined, place)
      : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** "even" and "odd" together are the possible choices; one of them alone discloses the choice. */
function tells(text: string, { opponentId, choice }: Secret): boolean {
  const named = new Set([...text.toLowerCase().matchAll(/\b(even|odd)\b/g)].map(([word]) => word));
  if (named.size === 1 && named.has(choice)) return true;
  if (HAS_CHOSEN_BY_NOW.test(text.replaceAll(opponentId, "opponent"))) return true;
  return text
    .split(/[.;!?]\s/)
    .some(
      (sentence) =>
        (sentence.includes(opponentId) || /\bopponent\b/i.test(sentence)) &&
        HAS_CHOSEN.test(sentence) &&
        !/\b(not|n't|never)\b/i.test(sentence),
    );
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}
