/**
 * Completes notices without the members that a player or referee does not need: the end of a round or of the league,
 * standings, and a result in one player's view. Missing members get empty values; a winner is never guessed.
 */
import { protocol } from "@league-v2/contract";
import { markOf, parity, parityOf } from "../../content/match-report.js";
import { typeOfPeer } from "../../evidence/peer-messages.js";
import { rowOf } from "../../message/contract.js";
import type { Located } from "../../message/find-message.js";
import { asText, firstOf, isObject, nonEmptyText } from "../../message/members.js";
import { styleOf } from "../../message/times.js";
import type { JsonObject, Variables } from "../../message/types.js";

const [gameType] = protocol.gameTypes;

interface LenientNotice {
  readonly type: string;
  readonly message: JsonObject;
}

type Complete = (received: JsonObject, about: Variables) => JsonObject;

const completions: Readonly<Record<string, Complete>> = {
  ROUND_COMPLETED: (received, about) => ({
    ...frame(received, about),
    round_id: whole(received.round_id, 1) ?? 1,
    matches_played: whole(received.matches_played, 0) ?? 0,
    next_round_id: whole(received.next_round_id, 1) ?? null,
  }),
  LEAGUE_STANDINGS_UPDATE: (received, about) => ({
    ...frame(received, about),
    round_id: whole(received.round_id, 1) ?? 1,
    standings: rows(received.standings),
  }),
  LEAGUE_COMPLETED: (received, about) => ({
    ...frame(received, about),
    total_rounds: whole(received.total_rounds, 0) ?? 0,
    total_matches: whole(received.total_matches, 0) ?? 0,
    champion: championIn(received, about),
    final_standings: rows(received.final_standings ?? received.standings),
  }),
  GAME_OVER: (received, about) => ({
    match_id: received.match_id ?? received.game_id ?? received.matchId,
    game_type: gameType,
    game_result: resultFor(received, about),
  }),
};

/** Whether a message states the result in its receiver's view: win, loss or draw. */
export function isOwnResult({ message }: Located): boolean {
  return [message.result, message.your_result, message.outcome].some((word) => markOf(word) !== undefined);
}

/**
 * @param about `recipient` is this agent, `opponent_id` its opponent
 * @param isForeign whether the sender's last message had a form that omits members
 * @returns undefined for any other message, and for one with a part of an envelope under a name of the documents
 */
export function lenientNotice(
  found: Located,
  about: Variables,
  isForeign: boolean,
): LenientNotice | undefined {
  const { message, method } = found;
  const type = typeOfPeer(found);
  const complete = type === undefined ? undefined : completions[type];
  if (type === undefined || complete === undefined) return undefined;
  const isOfDocuments = method === rowOf(type)?.name || method === type.toLowerCase();
  const isOther =
    isForeign ||
    (type === "GAME_OVER" && drawsFromOthers(message)) ||
    (type === "LEAGUE_COMPLETED" && hasShortRows(message));
  if (isOfDocuments && !isOther && envelope.some((name) => Object.hasOwn(message, name))) return undefined;
  const own = {
    protocol: "league.v2",
    message_type: type,
    sender: type === "GAME_OVER" ? (typed(message.sender) ?? unnamedReferee(about)) : "league_manager",
    timestamp: about.now,
    conversation_id: nonEmptyText(message.conversation_id) ?? asText(about.conversation),
    ...(nonEmptyText(message.auth_token) === undefined ? {} : { auth_token: message.auth_token }),
  };
  return { type, message: { ...own, ...complete(message, about) } };
}

/** Whether a referee draws from more numbers than the documents, and also writes its times otherwise. */
function drawsFromOthers({ timestamp, game_result }: JsonObject): boolean {
  const style = styleOf(timestamp);
  const drawn = isObject(game_result)
    ? whole(game_result.drawn_number, protocol.draw.maximum + 1)
    : undefined;
  return drawn !== undefined && (style === "offset" || style === "offset_seconds");
}

/** Whether final standings have points and no count at all, in every row, as an example of the documents. */
function hasShortRows({ final_standings: list }: JsonObject): boolean {
  const isShort = (row: unknown) =>
    isObject(row) && whole(row.points, 0) !== undefined && !counted.some((name) => Object.hasOwn(row, name));
  return Array.isArray(list) && list.length > 0 && list.every(isShort);
}

const counted = ["played", "wins", "draws", "losses"];

/** The sender of a message without one: the referee of the match, as it has signed before or as it was given the match. */
export function unnamedReferee({ referee, reported_by }: Variables): string {
  return nonEmptyText(referee) ?? nonEmptyText(reported_by) ?? "referee:unknown";
}

/** A time alone is no part of an envelope. */
const envelope = ["protocol", "message_type", "sender", "conversation_id"];

function frame(received: JsonObject, about: Variables): JsonObject {
  return { league_id: nonEmptyText(received.league_id) ?? nonEmptyText(about.league_id) ?? "unknown" };
}

/** The rows of a standings table; a missing count is 0. */
function rows(list: unknown): JsonObject[] {
  const all = Array.isArray(list) ? list.filter(isObject) : [];
  const counts = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
  return all.flatMap(({ rank, player_id, display_name, ...rest }, index) => {
    const id = nonEmptyText(player_id);
    const tally = Object.entries(counts).map(([name, none]) => [name, whole(rest[name], 0) ?? none]);
    const row = {
      rank: whole(rank, 1) ?? index + 1,
      player_id: id,
      display_name: nonEmptyText(display_name) ?? id,
    };
    return id === undefined ? [] : [{ ...row, ...Object.fromEntries(tally) }];
  });
}

function championIn({ champion, winner, ...rest }: JsonObject, about: Variables): JsonObject {
  const details = isObject(champion) ? champion : {};
  const [first = {}] = rows(rest.final_standings ?? rest.standings);
  const named =
    nonEmptyText(champion) ?? nonEmptyText(winner) ?? firstOf([details, first], ["player_id"], nonEmptyText);
  const player_id = named ?? nonEmptyText(about.recipient) ?? "unknown";
  const display_name = firstOf([details, first], ["display_name"], nonEmptyText) ?? player_id;
  return { player_id, display_name, points: whole(details.points ?? first.points, 0) ?? 0 };
}

/** The canonical result of `{result: "WIN", your_choice, opponent_choice}`, which is in the player's view. */
function resultFor(received: JsonObject, about: Variables): JsonObject {
  const result = [received.game_result, received.result].find(isObject) ?? {};
  const all = { ...received, ...result };
  const text = (...names: readonly string[]) => firstOf([all], names, nonEmptyText);
  const mark = markOf(text("outcome", "your_result", "result", "status"));
  const me = nonEmptyText(about.recipient);
  const other = text("opponent_id") ?? nonEmptyText(about.opponent_id);
  const own = mark === 1 ? me : mark === -1 ? other : undefined;
  const winner = text("winner_player_id", "winner_id", "winner") ?? own ?? null;
  const number = whole(all.drawn_number ?? all.number, 1);
  const drawn_number = number === undefined || number > protocol.draw.maximum ? null : number;
  const chosen = [
    [me, all.your_choice ?? all.my_choice ?? all.choice],
    [other, all.opponent_choice],
  ].filter(([id, choice]) => id !== undefined && parity(choice) !== null);
  // Referees write words in place of a missing choice.
  const published = isObject(all.choices) ? Object.entries(all.choices) : chosen;
  const choices = Object.fromEntries(published.map(([id, choice]) => [id, parity(choice)]));
  const [one, another] = Object.values(choices);
  // Two players with the same choice draw for any number.
  const isDraw = mark === 0 || (one !== undefined && one !== null && one === another);
  return {
    status: winner !== null ? "WIN" : isDraw ? "DRAW" : "TECHNICAL_LOSS",
    winner_player_id: winner,
    drawn_number,
    number_parity: parityOf(drawn_number),
    choices,
    reason: text("reason") ?? "",
  };
}

function whole(value: unknown, least: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= least ? value : undefined;
}

function typed(sender: unknown): string | undefined {
  const id = nonEmptyText(sender);
  return id === undefined || id.includes(":") ? id : `referee:${id}`;
}
