/** Rules of the contract that hold in every league of a league manager, for any behaviour of its agents. */
import { type JsonObject, sameJson, show, valueAt } from "../json.js";
import type { RegisteredPeer } from "../peers/actors/registered-peer.js";
import { matchesIn, roundIn } from "../peers/assignment.js";
import type { LeagueObservation } from "../peers/observation.js";
import { onBehalfOf } from "../verdict.js";
import { expectMembers } from "./match-rules.js";
import type { Judging } from "./rule.js";

/** Judges one league of the run. */
export type LeagueRule = (league: LeagueObservation, about: Judging) => void;

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

/** These members of a message, by their JSON Pointers; null where it has none. */
function membersOf(pointers: readonly string[], message: JsonObject): JsonObject {
  return Object.fromEntries(pointers.map((pointer) => [pointer, valueAt(message, pointer) ?? null]));
}

/** RUN_MATCH is compared with its announcement and with the first RUN_MATCH of the match before its results are judged. */
export const ordersTheSame: LeagueRule = (league, about) => {
  const isLeagueForm = about.leagueForm !== "other";
  const orders = league.sent("RUN_MATCH");
  for (const order of orders) {
    const { message, to } = order;
    const where = `RUN_MATCH for ${String(message.match_id)} to ${to.id}`;
    const announced = isLeagueForm ? announcementOf(league, message) : undefined;
    onBehalfOf(["LM-MATCH-01"], () => {
      if (isLeagueForm) about.expect(message.match_id, `match_id of ${where}`, order).isText();
      if (announced === undefined) return;
      // Which of them is A is for assignment-complete.
      const due = membersOf(PLAYERS, inOrderOf(message, announced));
      expectMembers(about, message, due, `${where}, compared with its announcement,`, order);
    });
    const first = orders.find((one) => one.message.match_id === message.match_id)?.message ?? message;
    onBehalfOf(["LM-MATCH-02"], () =>
      expectMembers(
        about,
        message,
        membersOf(LASTING, first),
        `${where}, compared with the first one,`,
        order,
      ),
    );
  }
};

/** The announced match, with players A and B as in this RUN_MATCH. */
function inOrderOf({ player_A_id, player_B_id }: JsonObject, announced: JsonObject): JsonObject {
  const isTurned = announced.player_A_id === player_B_id || announced.player_B_id === player_A_id;
  return isTurned ? { player_A_id: announced.player_B_id, player_B_id: announced.player_A_id } : announced;
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
  const pair = first === undefined ? {} : membersOf(PLAYERS, first);
  if (!Object.values(pair).every((player) => typeof player === "string")) return undefined;
  return others.every((other) => sameJson(membersOf(PLAYERS, other), pair)) ? first : undefined;
}

/** The members of an acceptance; a referee in the flat dialect gets only its id (LM-REG-02 is canonical). */
const GRANTED = ["ROLE_id", "auth_token", "league_id"];

const TOKEN_INVALID = "E012";

/** Each accepted agent gets a unique id, a unique token, and the same league_id as the others. */
export const grantsEach: LeagueRule = (league, { expect, leagueForm }) => {
  const isLeagueForm = leagueForm !== "other";
  const peers = firstOfEachName([...league.players, ...league.referees]);
  const clauseOf = ({ role }: RegisteredPeer) => [role === "player" ? "LM-REG-01" : "LM-REG-02"];
  for (const peer of peers)
    onBehalfOf(clauseOf(peer), () => {
      const what = `by how many ms the registration of ${peer.displayName} was answered after its deadline`;
      expect(Math.round(peer.late_ms ?? 0), what).is(0);
    });
  const granted = peers.filter(({ grant }) => grant !== undefined);
  const [first] = granted.filter(({ accepted }) => accepted);
  for (const [index, peer] of granted.entries()) {
    const { role, id, grant, leagueId, displayName } = peer;
    const before = granted.slice(0, index);
    const answer = expect(grant, `the answer to the registration of ${id ?? displayName}`);
    const promised = leagueForm === "flat" && role === "referee" ? GRANTED.slice(0, 1) : GRANTED;
    onBehalfOf(clauseOf(peer), () => {
      for (const name of isLeagueForm && grant?.status === "ACCEPTED" ? promised : [])
        answer.at(`/${name.replace("ROLE", role)}`).isText();
      if (isLeagueForm && id !== undefined) answer.at("/status").is("ACCEPTED");
    });
    if (id === undefined) continue;
    const same = before.find((one) => one.id === id && one.displayName !== displayName);
    onBehalfOf(["LM-REG-03"], () =>
      expect(same?.displayName, `another agent with the id ${id} of ${displayName}`).isAbsent(),
    );
    onBehalfOf(["LM-REG-05"], () =>
      expect(
        before.find((one) => isTwin(one, peer))?.id,
        `another agent with the auth_token of ${id}`,
      ).isAbsent(),
    );
    if (typeof first?.leagueId === "string")
      onBehalfOf(clauseOf(peer), () =>
        expect(leagueId, `league_id of ${id}`).is(first.leagueId, `${first.id} received this one.`),
      );
  }
  for (const peer of granted) {
    const refused = refusedForToken(peer, granted);
    expect.answer(refused?.answer, refused === undefined, "a token that is accepted", {
      what: `with the auth_token of the answer to its registration, ${refused?.type ?? ""} of ${peer.id}`,
      but: `, and another ${peer.role} was answered`,
      clauses: clauseOf(peer),
    });
  }
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
export const listsEveryPlayer: LeagueRule = (league, { expect, leagueForm, notApplicable }) => {
  if (leagueForm === "other") notApplicable("the rows of this wire form may have other members");
  const scheduled = new Set(
    league.announcements.flatMap(({ message }) =>
      matchesIn(message).flatMap((match) => Object.values(membersOf(PLAYERS, match))),
    ),
  );
  const accepted = firstOfEachName(league.players.filter(({ accepted: isIn }) => isIn));
  const ids = accepted.map(({ id }) => id).filter((id) => scheduled.has(id));
  for (const table of league.standings) {
    const { message, to } = table;
    const rows = Array.isArray(message.standings) ? message.standings : [];
    const missing = ids.filter((id) => !rows.some((row) => valueAt(row, "/player_id") === id));
    const what = `who is missing in the standings of round ${show(message.round_id)} to ${to.id}`;
    expect(missing, what, table).is([]);
  }
};

/** Judged where the manager has accepted a report of each match of the round. */
export const countsEveryReport: LeagueRule = (league, { expect, leagueForm, notApplicable }) => {
  for (const completed of league.roundsCompleted) {
    const { message, to } = completed;
    if (leagueForm === "other" && message.matches_played === undefined)
      notApplicable("the messages of this wire form name the count otherwise");
    const announced = league.announcements.find(
      (one) => one.to === to && one.message.round_id === message.round_id,
    )?.message.matches;
    if (!Array.isArray(announced)) continue;
    if (announced.some((match) => !isReported(league, valueAt(match, "/match_id")))) continue;
    const what = `matches_played of round ${show(message.round_id)} to ${to.id}, all of whose matches were reported,`;
    expect(message.matches_played, what, completed).is(announced.length);
  }
};

function isReported({ assignments }: LeagueObservation, matchId: unknown): boolean {
  return assignments.some((one) => one.matchId === matchId && one.isCounted);
}
