/** Rules of the contract that hold in every league of a league manager, for any behaviour of its agents. */
import { sameJson, valueAt } from "../json/pointer.js";
import { show } from "../json/text.js";
import type { LeagueObservation } from "./league-observation.js";
import type { BrokenRule } from "./match-rules.js";
import type { RegisteredPeer } from "./registered-peer.js";

/** @returns undefined where the league keeps the rule */
export type LeagueRule = (league: LeagueObservation, isLeagueForm: boolean) => BrokenRule | undefined;

/** The members of RUN_MATCH that are the same in every order of one match, whichever referee gets it. */
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

export const ordersTheSame: LeagueRule = (league) => {
  const orders = league.sent("RUN_MATCH").map(({ message, to }) => ({ message, to }));
  for (const { message, to } of orders) {
    const first = orders.find((one) => one.message.match_id === message.match_id)?.message;
    const member = LASTING.find(
      (pointer) => !sameJson(valueAt(message, pointer) ?? null, valueAt(first, pointer) ?? null),
    );
    if (member === undefined) continue;
    const [is, was] = [message, first].map((order) => show(valueAt(order, member)));
    return {
      diagnosis: `${member.slice(1)} in another RUN_MATCH for ${String(message.match_id)}, to ${to.id}, is ${is}; the first one had ${was}`,
      expected: String(was),
      received: String(is),
    };
  }
  return undefined;
};

/** The members of a match in an announcement. The referee may be another one when a round is announced again. */
const ANNOUNCED = ["match_id", "player_A_id", "player_B_id", "referee_endpoint"];

/** To all players: a referee may be sent its own matches alone. */
export const announcesTheSame: LeagueRule = (league) => {
  const seen: { key: string; matches: unknown; to: RegisteredPeer }[] = [];
  for (const { message, to } of league.announcements) {
    if (to.role !== "player") continue;
    const key = String(message.round_id);
    const before = seen.find((one) => one.key === key);
    const isAgain = seen.some((one) => one.key === key && one.to === to);
    seen.push({ key, matches: message.matches, to });
    const count = Array.isArray(message.matches) ? message.matches.length : 0;
    const pointers = Array.from({ length: before === undefined || isAgain ? 0 : count }, (_, index) =>
      ANNOUNCED.map((member) => `/${index}/${member}`),
    ).flat();
    for (const pointer of pointers) {
      const [is, was] = [message.matches, before?.matches].map((matches) => valueAt(matches, pointer));
      if (sameJson(is ?? null, was ?? null)) continue;
      return {
        diagnosis: `matches${pointer} of the announcement of round ${show(message.round_id)} to ${to.id} is ${show(is)}; ${before?.to.id} was sent ${show(was)}`,
        expected: show(was),
        received: show(is),
      };
    }
  }
  return undefined;
};

export const grantsOneLeagueId: LeagueRule = (league) => {
  const [first, ...others] = [...league.players, ...league.referees].filter(({ accepted }) => accepted);
  const wrong = others.find(({ leagueId }) => leagueId !== first?.leagueId);
  if (typeof first?.leagueId !== "string" || wrong === undefined) return undefined;
  return {
    diagnosis: `league_id of the answer to the registration of ${wrong.id} is ${show(wrong.leagueId)}; ${first.id} received ${show(first.leagueId)}`,
    expected: show(first.leagueId),
    received: show(wrong.leagueId),
    clauses: [wrong.role === "player" ? "LM-REG-01" : "LM-REG-02"],
  };
};

/** In every table of every league, for all reports. Rows of other forms may have other members. */
export const listsEveryPlayer: LeagueRule = (league, isLeagueForm) => {
  if (!isLeagueForm) return undefined;
  const ids = league.players.filter(({ accepted }) => accepted).map(({ id }) => id);
  for (const { message, to } of league.standings) {
    const rows = Array.isArray(message.standings) ? message.standings : [];
    const missing = ids.find((id) => !rows.some((row) => valueAt(row, "/player_id") === id));
    if (missing === undefined) continue;
    return {
      diagnosis: `the standings of round ${show(message.round_id)} to ${to.id} do not list ${missing}: ${show(message.standings, 200)}`,
      expected: "a row for each player",
      received: show(message.standings, 200),
    };
  }
  return undefined;
};

/** Judged where the manager has taken a report of each match of the round. */
export const countsEveryReport: LeagueRule = (league) => {
  for (const { message, to } of league.roundsCompleted) {
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
    };
  }
  return undefined;
};

function isReported({ assignments }: LeagueObservation, matchId: unknown): boolean {
  return assignments.some((one) => one.matchId === matchId && one.isCounted);
}
