/** Rules of the contract that hold in every league of a league manager, for any behaviour of its agents. */
import { sameJson, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { show } from "../json/text.js";
import type { RegisteredPeer } from "../peers/actors/registered-peer.js";
import { matchesIn, roundIn } from "../peers/assignment.js";
import type { LeagueObservation } from "../peers/league-observation.js";
import type { LeagueForm } from "../profiles/types.js";
import type { Finding } from "../verdict.js";

/** A message of a league that breaks a rule: the expected value and the received one. */
type BrokenRule = Finding & Required<Pick<Finding, "expected" | "received">>;

/** @returns undefined where the league keeps the rule */
export type LeagueRule = (league: LeagueObservation, form: LeagueForm) => BrokenRule | undefined;

/** The members that are the same in every RUN_MATCH of one match, for any referee. */
const LASTING = [
  "league_id",
  "round_id",
  "match_id",
  "game_type",
  "player_A_id",
  "player_B_id",
  "player_A_endpoint",
  "player_B_endpoint",
].map((name) => `/${name}`);

const PLAYERS = ["/player_A_id", "/player_B_id"];

/** RUN_MATCH is compared with its announcement and with the first RUN_MATCH of the match before its results are judged. */
export const ordersTheSame: LeagueRule = (league, form) => {
  const isLeagueForm = form !== "other";
  const orders = league.sent("RUN_MATCH");
  for (const order of orders) {
    const { message, to } = order;
    if (isLeagueForm && !isText(message.match_id))
      return {
        diagnosis: `match_id in RUN_MATCH to ${to.id} is ${show(message.match_id)}, so that no announced match is assigned by it`,
        expected: "the id of an announced match",
        received: show(message.match_id),
        shownBy: [order],
        clauses: ["LM-MATCH-01"],
      };
    const announced = isLeagueForm ? announcementOf(league, message) : undefined;
    const first = orders.find((one) => one.message.match_id === message.match_id)?.message;
    const compared = [
      // Which of them is A is for assignment-complete.
      {
        members: PLAYERS,
        by: "its announcement",
        other: inOrderOf(message, announced),
        clause: "LM-MATCH-01",
      },
      { members: LASTING, by: "the first one", other: first, clause: "LM-MATCH-02" },
    ];
    for (const { members, by, other, clause } of compared) {
      const member = members.find((pointer) => other !== undefined && !isSame(pointer, message, other));
      if (member === undefined) continue;
      const [is, was] = [message, other].map((order) => show(valueAt(order, member)));
      return {
        diagnosis: `${member.slice(1)} in RUN_MATCH for ${String(message.match_id)}, to ${to.id}, is ${is}; ${by} had ${was}`,
        expected: String(was),
        received: String(is),
        shownBy: [order],
        clauses: [clause],
      };
    }
  }
  return undefined;
};

function isSame(pointer: string, message: JsonObject, other: JsonObject): boolean {
  return sameJson(valueAt(message, pointer) ?? null, valueAt(other, pointer) ?? null);
}

/** The announced match, with players A and B as in this RUN_MATCH. */
function inOrderOf({ player_A_id, player_B_id }: JsonObject, announced: JsonObject | undefined) {
  const isTurned = announced?.player_A_id === player_B_id || announced?.player_B_id === player_A_id;
  return announced === undefined || !isTurned
    ? announced
    : { player_A_id: announced.player_B_id, player_B_id: announced.player_A_id };
}

/** The match as announced to all players; undefined where it was not announced, or where its id is not unique. */
function announcementOf(
  league: LeagueObservation,
  { match_id, round_id }: JsonObject,
): JsonObject | undefined {
  const announced = league.announcements
    .filter(({ to }) => to.role === "player")
    .flatMap(({ message }) =>
      matchesIn(message).map((match) => ({
        match,
        isOfRound: message.round_id === round_id,
        isOfOther: ![undefined, message.round_id].includes(roundIn(String(match.match_id))),
      })),
    )
    .filter(({ match, isOfRound, isOfOther }) => match.match_id === match_id && (isOfRound || !isOfOther));
  const ofRound = announced.filter(({ isOfRound }) => isOfRound);
  const [first, ...others] = (ofRound.length > 0 ? ofRound : announced).map(({ match }) => match);
  if (first === undefined || PLAYERS.some((pointer) => typeof valueAt(first, pointer) !== "string"))
    return undefined;
  return others.every((other) => PLAYERS.every((pointer) => isSame(pointer, first, other)))
    ? first
    : undefined;
}

function playerIdsIn(match: JsonObject): unknown[] {
  return PLAYERS.map((pointer) => valueAt(match, pointer));
}

/** The members of an acceptance; a referee in the flat dialect gets only its id (LM-REG-02 is canonical). */
const GRANTED = ["ROLE_id", "auth_token", "league_id"];

const TOKEN_INVALID = "E012";

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Each accepted agent gets a unique id, a unique token, and the same league_id as the others. */
export const grantsEach: LeagueRule = (league, form) => {
  const isLeagueForm = form !== "other";
  const peers = firstOfEachName([...league.players, ...league.referees]);
  const late = peers.find(({ late_ms }) => late_ms !== undefined);
  if (late !== undefined)
    return {
      diagnosis: `the registration of ${late.displayName} was answered after ${Math.round(late.late_ms ?? 0)} ms`,
      expected: "an answer within its deadline",
      received: `${Math.round(late.late_ms ?? 0)} ms`,
      clauses: [late.role === "player" ? "LM-REG-01" : "LM-REG-02"],
    };
  const granted = peers.filter(({ grant }) => grant !== undefined);
  const [first] = granted.filter(({ accepted }) => accepted);
  for (const [index, { role, id, grant, leagueId, displayName }] of granted.entries()) {
    const where = `of the answer to the registration of ${id ?? displayName}`;
    const clauses = [role === "player" ? "LM-REG-01" : "LM-REG-02"];
    const same = granted.slice(0, index).find((one) => one.id === id && one.displayName !== displayName);
    const own = { expected: "an id of its own", received: show(grant?.[`${role}_id`]) };
    const promised = form === "flat" && role === "referee" ? GRANTED.slice(0, 1) : GRANTED;
    const empty = promised.map((name) => name.replace("ROLE", role)).find((name) => !isText(grant?.[name]));
    if (isLeagueForm && grant?.status === "ACCEPTED" && empty !== undefined)
      return {
        diagnosis: `${empty} ${where} is ${show(grant[empty])}`,
        expected: "a text",
        received: show(grant[empty]),
        clauses,
      };
    if (id === undefined) continue;
    if (isLeagueForm && grant?.status !== "ACCEPTED")
      return {
        diagnosis: `status ${where} is ${show(grant?.status)}; expected "ACCEPTED"`,
        expected: "ACCEPTED",
        received: show(grant?.status),
        clauses,
      };
    if (same !== undefined)
      return {
        diagnosis: `${role}_id ${where}, ${displayName}, is that of ${same.displayName}`,
        ...own,
        clauses: ["LM-REG-03"],
      };
    const owner = granted.slice(0, index).find((one) => isTwin(one, granted[index]));
    if (owner !== undefined)
      return {
        diagnosis: `auth_token ${where} is that of ${owner.id}`,
        expected: "a token of its own",
        received: `the token of ${owner.id}`,
        clauses: ["LM-REG-05"],
      };
    if (typeof first?.leagueId === "string" && leagueId !== first.leagueId)
      return {
        diagnosis: `league_id ${where} is ${show(leagueId)}; ${first.id} received ${show(first.leagueId)}`,
        expected: show(first.leagueId),
        received: show(leagueId),
        clauses,
      };
  }
  for (const peer of granted) {
    const refused = refusedForToken(peer, granted);
    if (refused === undefined) continue;
    const received = refused.answer.describe();
    return {
      diagnosis: `${refused.type} of ${peer.id} with the auth_token of the answer to its registration was refused (${received}), and another ${peer.role} was answered`,
      expected: "a token that is accepted",
      received,
      shownBy: [refused.answer],
      clauses: [peer.role === "player" ? "LM-REG-01" : "LM-REG-02"],
    };
  }
  return undefined;
};

/** A query refused for its token: this agent got no query answered, and another one of its role did. */
function refusedForToken({ queries, role }: RegisteredPeer, peers: readonly RegisteredPeer[]) {
  const isAnswered = ({ answer }: RegisteredPeer["queries"][number]) => answer.outcome === "message";
  if (queries.some(isAnswered)) return undefined;
  return queries.find(
    ({ type, answer }) =>
      answer.outcome === "refusal" &&
      answer.refusal.league === TOKEN_INVALID &&
      peers.some(
        (peer) => peer.role === role && peer.queries.some((one) => one.type === type && isAnswered(one)),
      ),
  );
}

/** A restarted manager that has lost its league may admit a second agent of the same name to a new one. */
function firstOfEachName(peers: readonly RegisteredPeer[]): readonly RegisteredPeer[] {
  const names = peers.map(({ displayName }) => displayName);
  return peers.filter(({ displayName }, index) => names.indexOf(displayName) === index);
}

function isTwin(one: RegisteredPeer, other: RegisteredPeer | undefined): boolean {
  return one.id !== other?.id && one.token !== undefined && one.token === other?.token;
}

/** Whether another agent has the same token, which may be the reason for a refusal. */
export function sharesItsToken(peer: RegisteredPeer, peers: readonly RegisteredPeer[]): boolean {
  return peers.some((other) => isTwin(peer, other));
}

/**
 * Judged in every table of every league. Rows of other forms may have other members. Other rules judge whether each
 * admitted player takes part in the league and its schedule.
 */
export const listsEveryPlayer: LeagueRule = (league, form) => {
  if (form === "other") return undefined;
  const scheduled = new Set(
    league.announcements.flatMap(({ message }) => matchesIn(message).flatMap(playerIdsIn)),
  );
  const accepted = firstOfEachName(league.players.filter(({ accepted: isIn }) => isIn));
  const ids = accepted.map(({ id }) => id).filter((id) => scheduled.has(id));
  for (const table of league.standings) {
    const { message, to } = table;
    const rows = Array.isArray(message.standings) ? message.standings : [];
    const missing = ids.find((id) => !rows.some((row) => valueAt(row, "/player_id") === id));
    if (missing === undefined) continue;
    return {
      diagnosis: `the standings of round ${show(message.round_id)} to ${to.id} do not list ${missing}: ${show(message.standings, 200)}`,
      expected: "a row for each player",
      received: show(message.standings, 200),
      shownBy: [table],
    };
  }
  return undefined;
};

/** Judged where the manager has accepted a report of each match of the round. Other forms may name the count otherwise. */
export const countsEveryReport: LeagueRule = (league, form) => {
  for (const completed of league.roundsCompleted) {
    const { message, to } = completed;
    if (form === "other" && message.matches_played === undefined) continue;
    const announced = league.announcements.find(
      (one) => one.to === to && one.message.round_id === message.round_id,
    )?.message.matches;
    if (!Array.isArray(announced)) continue;
    const reported = announced.filter((match) => isReported(league, valueAt(match, "/match_id")));
    if (reported.length < announced.length || message.matches_played === announced.length) continue;
    return {
      diagnosis: `matches_played of round ${show(message.round_id)} to ${to.id} is ${show(message.matches_played)}; all of its ${announced.length} matches were reported`,
      expected: String(announced.length),
      received: show(message.matches_played),
      shownBy: [completed],
    };
  }
  return undefined;
};

function isReported({ assignments }: LeagueObservation, matchId: unknown): boolean {
  return assignments.some((one) => one.matchId === matchId && one.isCounted);
}
