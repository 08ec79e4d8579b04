/** Rules of the contract that hold in every match of a referee, for all behaviour of its players. */
import type { Game } from "../game.js";
import { isObject, sameJson, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { show } from "../json/text.js";
import type { Parity } from "../peers/actors/result.js";
import type { ObservedPlayer } from "../peers/actors/scripted-player.js";
import type { Received } from "../peers/exchange/recording-endpoint.js";
import type { MatchObservation, SeenMatch, SentToPlayer } from "../peers/match-observation.js";
import type { LeagueForm } from "../profiles/types.js";
import { isoTime } from "../time/iso-time.js";
import { choiceDeadline, notBefore } from "../time/match-times.js";
import type { Finding, Shown } from "../verdict.js";

/** A message of a match that breaks a rule: the expected value and the received one. */
export type BrokenRule = Finding & Required<Pick<Finding, "expected" | "received">>;

/** @returns undefined where the match keeps the rule */
export type MatchRule = (
  match: MatchObservation,
  seen: SeenMatch,
  form: LeagueForm,
  game: Game,
) => BrokenRule | undefined;

/** The messages in which a referee sends its token. */
const WITH_TOKEN = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "MATCH_RESULT_REPORT"];

/** RA writes times in whole seconds, and a message is sent shortly after its timestamp is taken. */
const TOLERANCE_MS = 2_000;

const PARITIES: readonly unknown[] = ["even", "odd"];

export const oneConversation: MatchRule = (match) => {
  const conversation_id = conversationOf(match);
  if (conversation_id === undefined || isPlayedAgain(match)) return undefined;
  return broken(
    [...match.errors, ...reportsOf(match)].find(({ message }) => message.conversation_id !== conversation_id),
    ({ message }) => ({
      diagnosis: `conversation_id of a ${String(message.message_type)} of ${match.matchId} is ${show(message.conversation_id)}; its invitations had ${show(conversation_id)}`,
      expected: show(conversation_id),
      received: show(message.conversation_id),
    }),
  );
};

/** A match that is played again may have another one, and a message without one breaks the envelope. */
export const oneConversationForBoth: MatchRule = (match) => {
  const conversation_id = conversationOf(match);
  if (conversation_id === undefined || isPlayedAgain(match)) return undefined;
  const sent = [...match.invitations, ...match.calls, ...match.gameOvers].filter(
    ({ message }) => typeof message.conversation_id === "string" && message.conversation_id !== "",
  );
  return broken(
    sent.find(({ message }) => message.conversation_id !== conversation_id),
    ({ message, playerId }) => ({
      diagnosis: `conversation_id of a ${String(message.message_type)} of ${match.matchId} to ${playerId} is ${show(message.conversation_id)}; the first invitation had ${show(conversation_id)}`,
      expected: show(conversation_id),
      received: show(message.conversation_id),
    }),
  );
};

export const ownToken: MatchRule = (match, { token }) => {
  if (token === undefined) return undefined;
  const sent = [...match.toPlayers(), ...reportsOf(match)];
  const judged = sent.filter(({ message }) => WITH_TOKEN.includes(String(message.message_type)));
  return broken(
    judged.find(({ message }) => message.auth_token !== token),
    ({ message: { message_type, auth_token } }) => ({
      diagnosis: `auth_token of ${String(message_type)} of ${match.matchId} is ${show(auth_token)}; the league manager gave this referee another one`,
      expected: "the token that it was given",
      received: show(auth_token),
    }),
  );
};

/** A repetition may be the same bytes again, so only the first report is judged. */
export const reportedNow: MatchRule = (match) => {
  const [report] = reportsOf(match);
  const stamped = isoTime(report?.message.timestamp);
  if (report === undefined || stamped === undefined) return undefined;
  const before = match.toPlayers().filter(({ at_ms }) => at_ms < report.at_ms);
  const latest = Math.max(...before.map(({ message }) => isoTime(message.timestamp) ?? 0));
  return broken(stamped < latest - TOLERANCE_MS ? report : undefined, ({ message: { timestamp } }) => ({
    diagnosis: `the report of ${match.matchId} has the timestamp ${show(timestamp)}, ${latest - stamped} ms before a message that the referee sent to a player earlier`,
    expected: "the time of its sending",
    received: show(timestamp),
  }));
};

/** A player that has acknowledged GAME_OVER does not receive it again. */
export const endedOnce: MatchRule = (match, { restarted_ms }) => {
  // A referee whose report names another match may not have recorded the end of this one.
  if (isPlayedAgain(match) || reportsOf(match).length === 0) return undefined;
  const late = ({ side, at_ms, message }: SentToPlayer) =>
    message.match_id === match.matchId &&
    at_ms < restarted_ms() &&
    at_ms > (playerOf(match, side).acknowledged_ms ?? Number.POSITIVE_INFINITY);
  return broken(match.gameOvers.find(late), ({ playerId }) => ({
    diagnosis: `${playerId} was sent GAME_OVER of ${match.matchId} again after it had acknowledged it`,
    expected: "GAME_OVER once",
    received: "GAME_OVER again",
  }));
};

/** Judged where a player has answered in time with a legal choice, and has received nothing but the call again. */
export const askedOnce: MatchRule = (match) => {
  if (isPlayedAgain(match)) return undefined;
  const sides = ["A", "B"] as const;
  const repeated = sides.flatMap((side) =>
    match.to(side).filter(({ message, at_ms }, index, sent) => {
      const before = sent[index - 1]?.received;
      const answer = playerOf(match, side).answered.find(({ call }) => call === before);
      if (answer === undefined || message.message_type !== "CHOOSE_PARITY_CALL") return false;
      return answer.at_ms <= at_ms && at_ms < notBefore(choiceDeadline) + answer.call.at_ms;
    }),
  );
  return broken(repeated[0], ({ playerId }) => ({
    diagnosis: `${playerId} was sent CHOOSE_PARITY_CALL of ${match.matchId} again after it had answered it with a legal choice`,
    expected: "CHOOSE_PARITY_CALL once",
    received: "CHOOSE_PARITY_CALL again",
  }));
};

/** Judged where a player has sent a choice that counts, in time if not before the end; other checks judge invalid choices. */
export const ownChoices: MatchRule = (match) => {
  if (isPlayedAgain(match)) return undefined;
  const ended_ms = match.gameOvers[0]?.at_ms ?? Number.POSITIVE_INFINITY;
  for (const { from, choices, shownBy } of publishedIn(match)) {
    for (const player of [match.playerA, match.playerB]) {
      const published = choices[player.id];
      const sent = player.chosen.map((choice) => String(choice).trim().toLowerCase());
      if (!PARITIES.includes(published) || !PARITIES.includes(player.chosen.at(-1))) continue;
      if (sent.includes(String(published))) continue;
      const wasAwaited = player.answered.every(({ at_ms }) => at_ms <= ended_ms);
      return {
        ...(wasAwaited ? { shownBy } : { shownBy, clauses: ["REF-CHOICE-05"] }),
        diagnosis: `${from} of ${match.matchId} publishes ${show(published)} as the choice of ${player.id}, which sent ${player.chosen.map((choice) => show(choice)).join(", then ")}`,
        expected: show(player.chosen.at(-1)),
        received: show(published),
      };
    }
  }
  return undefined;
};

/** In each GAME_OVER. Where each player was asked once and received no error, the number and the choices decide. */
export const endedByNumber: MatchRule = (match, _, form, game) => {
  if (match.errors.length > 0 || match.calls.length !== 2) return undefined;
  for (const { from, choices, status, winner, number, shownBy } of gameOversOf(match)) {
    const players = [match.playerA, match.playerB];
    // Whether the published choices are those that were sent is for REF-DRAW-06.
    const areSent = players.every(
      ({ id, chosen }) => PARITIES.includes(choices[id]) && chosen.includes(choices[id] as Parity),
    );
    if (!Number.isInteger(number) || !areSent) continue;
    const [playerA, playerB] = [match.playerA.id, match.playerB.id];
    const [choiceA, choiceB] = [choices[playerA] as Parity, choices[playerB] as Parity];
    const outcome = game.winnerOf({ playerA, playerB, choiceA, choiceB, number: Number(number) }) ?? null;
    const due = outcome === null ? "DRAW" : "WIN";
    if (status === due && form === "canonical" && winner !== outcome)
      return {
        diagnosis: `the winner in ${from} of ${match.matchId} is ${show(winner)}; ${describeChoices(players, choices)}, and ${String(number)} was drawn`,
        expected: show(outcome),
        received: show(winner),
        shownBy,
        clauses: [due === "DRAW" ? "REF-DRAW-05" : "REF-DRAW-04"],
      };
    if (status === undefined || status === due) continue;
    return {
      diagnosis: `the status in ${from} of ${match.matchId}, in which ${describeChoices(players, choices)}, and ${String(number)} was drawn, is ${show(status)}; expected "${due}"`,
      expected: due,
      received: show(status),
      shownBy,
      clauses: [due === "DRAW" ? "REF-DRAW-05" : winner === outcome ? "REF-OVER-02" : "REF-DRAW-04"],
    };
  }
  return undefined;
};

/** Winner, number and choices; where there was none of them, any words are accepted. */
export const reportedAsEnded: MatchRule = (match) => {
  const [over, report] = [match.gameOvers[0], reportsOf(match)[0]];
  const [ended, reported] = [over?.message.game_result, report?.message.result];
  if (!isObject(ended) || !isObject(reported)) return undefined;
  const details = isObject(reported.details) ? reported.details : {};
  const ids = [match.playerA.id, match.playerB.id];
  const members = [
    { what: "the winner", is: known(reported.winner, ids), due: known(ended.winner_player_id, ids) },
    { what: "drawn_number", is: details.drawn_number ?? null, due: ended.drawn_number ?? null },
  ];
  // The report of the flat dialect names the winner and nothing else.
  const judged = members.slice(0, isPresent(details.drawn_number) ? 2 : 1);
  return broken(
    judged.find(({ is, due }) => is !== due),
    ({ what, is, due }) => ({
      diagnosis: `${what} in the report of ${match.matchId} is ${show(is)}; GAME_OVER had ${show(due)}`,
      expected: show(due),
      received: show(is),
      shownBy: [over, report].filter((one) => one !== undefined),
    }),
  );
};

/** The time between the first messages of this type to the two players; undefined where one of them got none. */
export function timeBetween(match: MatchObservation, type: string): number | undefined {
  const [a, b] = (["A", "B"] as const).map((side) => match.to(side, type)[0]);
  return a === undefined || b === undefined ? undefined : Math.abs(a.at_ms - b.at_ms);
}

/** A player was invited again without an error before, or two results were reported. The check of REF-RUN-04 judges this. */
export function isPlayedAgain(match: MatchObservation): boolean {
  const [first, ...others] = reportsOf(match);
  if (others.some(({ message: { result } }) => !sameJson(result, first?.message.result))) return true;
  return (["A", "B"] as const).some(
    (side) => match.to(side, "GAME_INVITATION").length > 1 + match.to(side, "GAME_ERROR").length,
  );
}

/** The conversation_id of the first invitation. */
function conversationOf({ invitations: [invited] }: MatchObservation): unknown {
  return invited?.message.conversation_id;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The winner's id; null where no player is named. */
function known(winner: unknown, ids: readonly string[]): unknown {
  return ids.some((id) => id === winner) ? winner : null;
}

function broken<T extends object>(
  found: T | undefined,
  describe: (found: T) => BrokenRule,
): BrokenRule | undefined {
  if (found === undefined) return undefined;
  return { ...("raw" in found ? { shownBy: [found as Shown] } : {}), ...describe(found) };
}

function reportsOf({ reports, matchId }: MatchObservation): Received[] {
  return reports.filter(({ message }) => message.match_id === matchId);
}

function playerOf({ playerA, playerB }: MatchObservation, side: SentToPlayer["side"]): ObservedPlayer {
  return side === "A" ? playerA : playerB;
}

function describeChoices(players: readonly ObservedPlayer[], choices: JsonObject): string {
  return players.map(({ id }) => `${id} chose ${show(choices[id])}`).join(" and ");
}

interface Ending extends Required<Pick<Finding, "shownBy">> {
  from: string;
  status: unknown;
  winner: unknown;
  number: unknown;
  choices: JsonObject;
}

function gameOversOf(match: MatchObservation): Ending[] {
  return match.gameOvers.map((over) => {
    const { message, playerId } = over;
    const result = isObject(message.game_result) ? message.game_result : {};
    return {
      shownBy: [over],
      from: `GAME_OVER to ${playerId}`,
      status: result.status,
      winner: result.winner_player_id ?? null,
      number: result.drawn_number,
      choices: isObject(result.choices) ? result.choices : {},
    };
  });
}

/** The choices, as each GAME_OVER and each report has them. */
function publishedIn(match: MatchObservation): Pick<Ending, "from" | "choices" | "shownBy">[] {
  const reported = reportsOf(match).map((report) => {
    const choices = valueAt(report.message, "/result/details/choices");
    return { from: "the report", choices: isObject(choices) ? choices : {}, shownBy: [report] };
  });
  return [...gameOversOf(match), ...reported];
}
