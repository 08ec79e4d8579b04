/** For each role and message: how it is sent, as it is or with overrides. */
import { deadlineOf } from "../contract.js";
import type { PlayerFixture, RefereeFixture } from "../fixtures/member-fixtures.js";
import { declines } from "../peers/actors/behaviour.js";
import type { RegisteredPeer } from "../peers/actors/registered-peer.js";
import type { Answer } from "../peers/exchange/answer.js";
import type { MessageOverrides } from "../peers/exchange/peer-client.js";
import type { Match } from "../peers/match.js";
import { gracePeriodMs } from "../time/protocol-deadlines.js";

/** By type; each is sent to an agent, or in a league, of this kind. */
export type Messages<On> = Readonly<Record<string, (on: On, overrides: MessageOverrides) => Promise<Answer>>>;

export const PLAYER_MESSAGES: Messages<PlayerFixture> = {
  async GAME_INVITATION({ player, league }, overrides) {
    const match = league.match();
    const answer = await match.invite(player, overrides);
    if (answer.outcome === "message") await endMatch({ player }, match);
    return answer;
  },
  CHOOSE_PARITY_CALL: (fixture, overrides) =>
    inMatch(fixture, (match) => match.askChoice(fixture.player, overrides)),
  GAME_OVER: (fixture, overrides) =>
    inMatch(fixture, (match) => match.gameOver(fixture.player, {}, overrides)),
  ROUND_ANNOUNCEMENT: ({ player, league }, overrides) => league.announceRound(player, [], overrides),
  LEAGUE_STANDINGS_UPDATE: ({ player, league }, overrides) => league.standingsUpdate(player, overrides),
  ROUND_COMPLETED: ({ player, league }, overrides) => league.roundCompleted(player, overrides),
};

async function inMatch(
  { player, league }: PlayerFixture,
  act: (match: Match) => Promise<Answer>,
): Promise<Answer> {
  const match = await league.invite(player);
  const answer = await act(match);
  await endMatch({ player }, match);
  return answer;
}

/** So that a player of one match at a time is ready for the next message. */
async function endMatch({ player }: Pick<PlayerFixture, "player">, match: Match): Promise<void> {
  await match.gameOver(player, {}, { timeoutMs: deadlineOf("GAME_INVITATION") });
}

/** Both players decline, so that an order which is accepted keeps the referee busy for a moment only. */
const DECLINED = { a: { join: declines() }, b: { join: declines() } };

export const REFEREE_MESSAGES: Messages<RefereeFixture> = {
  ROUND_ANNOUNCEMENT: ({ league }, overrides) => league.announceRound([], 1, overrides),
  async RUN_MATCH({ league }, overrides) {
    const match = await league.prepareMatch(DECLINED);
    const answer = await match.order(overrides);
    if (answer.outcome === "message") await match.until(({ report }) => report, gracePeriodMs());
    match.close();
    return answer;
  },
};

/** A league that waits for more agents than will come. */
interface WaitingLeague {
  /** The first agent of this role, which was admitted. */
  first(role: "player"): Promise<RegisteredPeer>;
  /** Registers a new agent. */
  apply(role: "player" | "referee", overrides: MessageOverrides): Promise<Answer>;
}

export const MANAGER_MESSAGES: Messages<WaitingLeague> = {
  LEAGUE_REGISTER_REQUEST: ({ apply }, overrides) => apply("player", overrides),
  REFEREE_REGISTER_REQUEST: ({ apply }, overrides) => apply("referee", overrides),
  LEAGUE_QUERY: async ({ first }, overrides) => (await first("player")).query("GET_SCHEDULE", {}, overrides),
};
