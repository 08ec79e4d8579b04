/** Rules about members of the messages of each match, in a form of league.v2, that follow from the assignment and the result. */
import { deadlineOf, errors, protocol } from "../contract.js";
import type { Game } from "../game.js";
import { isObject, sameJson, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { show } from "../json/text.js";
import { parityOf } from "../peers/actors/result.js";
import type { Received } from "../peers/exchange/recording-endpoint.js";
import type { MatchObservation, SentToPlayer } from "../peers/match-observation.js";
import { notBefore } from "../time/match-times.js";
import type { Unusual } from "../types.js";
import type { Shown } from "../verdict.js";
import { type BrokenRule, isPlayedAgain, type MatchRule } from "./match-rules.js";

/** In these the assignment itself has other members, or none. */
const OTHER_ASSIGNMENT: readonly (Unusual | undefined)[] = ["invalid messages", "any order", "direct match"];

const ASKING = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"];

const COUNTS = ["wins", "losses", "draws"].map((name) => `/context/your_standings/${name}`);

type Members = Readonly<Record<string, unknown>>;

/** Only the canonical dialect has these members. */
type Expected = (
  match: MatchObservation,
  one: SentToPlayer,
  game: Game,
) => { both: Members; canonical: Members };

function inEach(type: string, expected: Expected): MatchRule {
  return (match, seen, form, game) => {
    if (form === "other" || OTHER_ASSIGNMENT.includes(seen.unusual)) return undefined;
    for (const one of match.toPlayers(type)) {
      const { both, canonical } = expected(match, one, game);
      const found = wrongMember(one.message, form === "canonical" ? { ...both, ...canonical } : both);
      if (found !== undefined) return describe(`${type} to ${one.playerId} in ${match.matchId}`, found, one);
    }
    return undefined;
  };
}

export const invitesToItsMatch = inEach("GAME_INVITATION", (match, { side }) => ({
  both: { ...idsOf(match), "/opponent_id": opponentOf(match, side) },
  canonical: { "/role_in_match": `PLAYER_${side}` },
}));

export const asksAboutItsMatch = inEach("CHOOSE_PARITY_CALL", (match, { side, playerId }, game) => ({
  both: { "/match_id": match.matchId, "/player_id": playerId },
  canonical: {
    "/game_type": game.type,
    "/context/opponent_id": opponentOf(match, side),
    "/context/round_id": match.roundId,
  },
}));

/** The receiver's counts are whole numbers; another check judges their values. */
export const hasCounts: MatchRule = (match, _, form) => {
  if (form !== "canonical") return undefined;
  for (const call of match.calls) {
    const { message, playerId } = call;
    const pointer = COUNTS.find((one) => !Number.isInteger(valueAt(message, one)));
    if (pointer === undefined) continue;
    const wrong = { pointer, is: valueAt(message, pointer), due: "a whole number" };
    return describe(`CHOOSE_PARITY_CALL to ${playerId} in ${match.matchId}`, wrong, call);
  }
  return undefined;
};

/** In each error before a repeated request, with a higher count than in an earlier one about the same request. */
export const hasRetries: MatchRule = (match, _, form) => {
  if (form !== "canonical") return undefined;
  const counts = new Map<string, number>();
  for (const error of match.errors) {
    const { message, side, playerId } = error;
    const where = `GAME_ERROR to ${playerId} in ${match.matchId}`;
    const sent = match.to(side);
    const next = sent[sent.findIndex(({ received }) => received === error.received) + 1]?.message;
    const asked = String(next?.message_type);
    if (!ASKING.includes(asked)) continue;
    if (!isErrorCode(message.error_code)) {
      const wrong = { pointer: "/error_code", is: message.error_code, due: "the code of an error" };
      return { ...describe(where, wrong, error), clauses: ["REF-LOSS-08"] };
    }
    const ofCall = message.error_code === "E001" ? "REF-CHOICE-07" : "REF-CHOICE-10";
    const clauses = [asked === ASKING[0] ? "REF-JOIN-03" : ofCall];
    if (!isObject(message.retry_info)) {
      const wrong = { pointer: "/retry_info", is: message.retry_info, due: "an object" };
      return { ...describe(`${where}, before it was asked again,`, wrong, error), clauses };
    }
    const [count, before = 0] = [message.retry_info.retry_count, counts.get(`${side} ${asked}`)];
    if (typeof count !== "number") continue;
    counts.set(`${side} ${asked}`, count);
    if (count > before || isPlayedAgain(match)) continue;
    const wrong = { pointer: "/retry_info/retry_count", is: count, due: `more than ${before}` };
    return { ...describe(where, wrong, error), clauses };
  }
  return undefined;
};

/** GAME_ERROR E001 follows each invitation or call without an answer, before the player is asked again. */
export const reportsMisses: MatchRule = (match, _, form) => {
  if (form !== "canonical") return undefined;
  for (const { id, unanswered, received } of [match.playerA, match.playerB]) {
    for (const asked of unanswered) {
      const next = received[received.indexOf(asked) + 1];
      const deadline_ms = ASKING.includes(String(asked.type)) ? deadlineOf(String(asked.type)) : undefined;
      if (next === undefined || next.type !== asked.type || deadline_ms === undefined) continue;
      if (next.at_ms - asked.at_ms < notBefore(deadline_ms)) continue;
      return {
        diagnosis: `${id}, which did not answer ${asked.type} of ${match.matchId}, was sent it again without a GAME_ERROR before`,
        expected: "GAME_ERROR E001, and the message again",
        received: "the message again",
        shownBy: [next],
        clauses: [asked.type === ASKING[0] ? "REF-JOIN-03" : "REF-CHOICE-07"],
      };
    }
  }
  return undefined;
};

/** One of the contract; other forms may use other codes. */
function isErrorCode(code: unknown): boolean {
  return typeof code === "string" && (Object.hasOwn(errors, code) || !/^E\d|^$/.test(code));
}

/** The members of a result; a referee may add others, such as the points of the addressee. */
export const RESULT_MEMBERS = [
  "status",
  "winner_player_id",
  "drawn_number",
  "number_parity",
  "choices",
  "reason",
];

/** Both players receive the same result, and repetitions do not change it. Another rule judges matches that are played again. */
export const oneResult: MatchRule = (match, _, form) => {
  const sent = match.gameOvers.filter(({ message }) => message.match_id === match.matchId);
  const firsts = sent.filter(({ side }, index) => sent.findIndex((one) => one.side === side) === index);
  const [first, ...others] = isPlayedAgain(match) ? firsts : sent;
  if (first === undefined || form === "other") return undefined;
  const members = RESULT_MEMBERS.map((name) => `/game_result/${name}`);
  const expected = Object.fromEntries(members.map((one) => [one, valueAt(first.message, one)]));
  for (const one of others) {
    const found = wrongMember(one.message, expected);
    if (found !== undefined)
      return describe(`GAME_OVER to ${one.playerId} in ${match.matchId}`, found, first, one);
  }
  return undefined;
};

/** The reports of the match; only the first one where the match was played again. */
function reportsOf(match: MatchObservation): readonly Received[] {
  const results = match.to("A", "GAME_OVER").concat(match.to("B", "GAME_OVER"));
  const isOnce = results.every(({ message }) =>
    sameJson(message.game_result, results[0]?.message.game_result),
  );
  return isOnce ? match.reports : match.reports.slice(0, 1);
}

/** The ids of the assignment, the choices of GAME_OVER, and the points of its winner. */
export const reportsItsMatch: MatchRule = (match, seen, form) => {
  const ended = match.gameOvers[0]?.message.game_result;
  if (form !== "canonical" || OTHER_ASSIGNMENT.includes(seen.unusual) || !isObject(ended)) return undefined;
  const players = [match.playerA.id, match.playerB.id];
  const choices = Object.fromEntries(
    players.map((id) => [`/result/details/choices/${id}`, valueAt(ended.choices, `/${id}`) ?? null]),
  );
  return (
    inReports(match, { ...idsOf(match), ...choices }) ??
    inReports(match, pointsOf(ended, players), ["REF-REP-03"])
  );
};

/** The other members that a report SHOULD have. */
export const reportsHowItEnded: MatchRule = (match, _, form) => {
  const ended = match.gameOvers[0]?.message.game_result;
  if (form !== "canonical" || !isObject(ended)) return undefined;
  const { status, number_parity } = ended;
  const withoutReason = reportsOf(match).find((report) => typeof reasonIn(report) !== "string");
  return (
    inReports(match, { "/result/status": status, "/result/details/number_parity": number_parity }) ??
    (withoutReason === undefined
      ? undefined
      : describe(
          `the report of ${match.matchId}`,
          { pointer: "/result/details/reason", is: reasonIn(withoutReason), due: "a text" },
          withoutReason,
        ))
  );
};

/** In each message that names the number and its parity. */
export const parityOfNumber: MatchRule = (match, _, form) => {
  if (form !== "canonical") return undefined;
  const ends = match.gameOvers.map((one) => ({
    ...{ one, from: `GAME_OVER to ${one.playerId}`, result: one.message.game_result },
  }));
  const reported = match.reports.map((one) => ({
    ...{ one, from: "the report", result: valueAt(one.message, "/result/details") },
  }));
  for (const { one, from, result } of [...ends, ...reported]) {
    const number = valueAt(result, "/drawn_number");
    // Where it is missing, another clause is broken: REF-OVER-02, or REF-REP-05, which is a SHOULD.
    if (typeof number !== "number" || !isObject(result) || result.number_parity === undefined) continue;
    // Another form of "no number was drawn", for REF-OVER-03.
    if (number === 0 && result.number_parity === null) continue;
    const found = wrongMember(result, { "/number_parity": parityOf(number) });
    if (found !== undefined)
      return describe(`${from} of ${match.matchId}, in which ${number} was drawn`, found, one);
  }
  return undefined;
};

function idsOf({ leagueId, roundId, matchId }: MatchObservation): Members {
  return { "/league_id": leagueId, "/round_id": roundId, "/match_id": matchId };
}

function opponentOf({ playerA, playerB }: MatchObservation, side: SentToPlayer["side"]): string {
  return (side === "A" ? playerB : playerA).id;
}

/** Nothing where there is no winner and no draw: a technical loss of both. */
function pointsOf({ winner_player_id: winner, status }: JsonObject, players: readonly string[]): Members {
  const { win, draw, loss } = protocol.points;
  if (!players.includes(String(winner)) && status !== "DRAW") return {};
  const points = (id: string) => (status === "DRAW" ? draw : winner === id ? win : loss);
  return Object.fromEntries(players.map((id) => [`/result/score/${id}`, points(id)]));
}

function reasonIn({ message }: Received): unknown {
  return valueAt(message, "/result/details/reason");
}

function inReports(
  match: MatchObservation,
  expected: Members,
  clauses?: readonly string[],
): BrokenRule | undefined {
  for (const report of reportsOf(match)) {
    const found = wrongMember(report.message, expected);
    if (found === undefined) continue;
    return {
      ...describe(`the report of ${match.matchId}`, found, report),
      ...(clauses === undefined ? {} : { clauses }),
    };
  }
  return undefined;
}

interface Wrong {
  pointer: string;
  is: unknown;
  due: unknown;
}

/** Where no value is expected, null counts as a missing member. */
function wrongMember(message: JsonObject, expected: Members): Wrong | undefined {
  for (const [pointer, due] of Object.entries(expected)) {
    const is = valueAt(message, pointer);
    if (!sameJson(is ?? null, due ?? null)) return { pointer, is, due };
  }
  return undefined;
}

function describe(where: string, { pointer, is, due }: Wrong, ...shownBy: readonly Shown[]): BrokenRule {
  return {
    diagnosis: `${pointer.slice(1)} of ${where} is ${show(is)}; expected ${show(due)}`,
    expected: show(due),
    received: show(is),
    shownBy,
  };
}
