/** For each role and message: how a valid one is sent, and one that a negative has changed. */
import { deadlineOf } from "../contract.js";
import type { PlayerFixture, RefereeFixture } from "../fixtures/member-fixtures.js";
import { isObject, type JsonObject } from "../json.js";
import { declines } from "../peers/actors/behaviour.js";
import type { Answer } from "../peers/exchange/answer.js";
import type { MessageOverrides } from "../peers/exchange/peer-client.js";
import type { ManagedLeague } from "../peers/managed-league.js";
import type { Match } from "../peers/match.js";
import { gracePeriodMs } from "../time/protocol-deadlines.js";
import type { NegativeTrial } from "./judge.js";

type Trial = Pick<NegativeTrial, "valid" | "send">;

/** Sends a message with overrides, or as it is. */
type Say = (overrides: MessageOverrides) => Promise<Answer>;

export const PLAYER_MESSAGES = [
  "GAME_INVITATION",
  "CHOOSE_PARITY_CALL",
  "GAME_OVER",
  "ROUND_ANNOUNCEMENT",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
] as const;
export const REFEREE_MESSAGES = ["ROUND_ANNOUNCEMENT", "RUN_MATCH"] as const;
export const MANAGER_MESSAGES = [
  "LEAGUE_REGISTER_REQUEST",
  "REFEREE_REGISTER_REQUEST",
  "LEAGUE_QUERY",
] as const;

export function playerTrial(fixture: PlayerFixture, type: (typeof PLAYER_MESSAGES)[number]): Trial {
  const { player, league } = fixture;
  const briefly = { timeoutMs: deadlineOf("GAME_INVITATION") };
  /** Afterwards the match is over, so that a player of one match at a time is ready for the next message. */
  const over = async (match: Match, answer: Answer): Promise<Answer> => {
    await match.gameOver(player, {}, briefly);
    return answer;
  };
  const invited: Say = async (overrides) => {
    const match = league.match();
    const answer = await match.invite(player, overrides);
    return answer.outcome === "message" ? over(match, answer) : answer;
  };
  const joined = async (act: (match: Match) => Promise<Answer>): Promise<Answer> => {
    const match = await league.invite(player);
    return over(match, await act(match));
  };
  const say: Readonly<Record<(typeof PLAYER_MESSAGES)[number], Say>> = {
    GAME_INVITATION: invited,
    CHOOSE_PARITY_CALL: (overrides) => joined((match) => match.askChoice(player, overrides)),
    GAME_OVER: (overrides) => joined((match) => match.gameOver(player, {}, overrides)),
    ROUND_ANNOUNCEMENT: (overrides) => league.announceRound(player, [], overrides),
    LEAGUE_STANDINGS_UPDATE: (overrides) => league.standingsUpdate(player, overrides),
    ROUND_COMPLETED: (overrides) => league.roundCompleted(player, overrides),
  };
  return trial(say[type]);
}

export function refereeTrial(fixture: RefereeFixture, type: (typeof REFEREE_MESSAGES)[number]): Trial {
  const { league } = fixture;
  // Both decline, so that an order which is accepted keeps the referee busy for a moment only.
  const plan = { a: { join: declines() }, b: { join: declines() } };
  const order: Say = async (overrides) => {
    const match = await league.prepareMatch(plan);
    const answer = await match.order(overrides);
    if (answer.outcome === "message") await match.until(({ report }) => report, gracePeriodMs());
    match.close();
    return answer;
  };
  return trial(type === "RUN_MATCH" ? order : (overrides) => league.announceRound([], 1, overrides));
}

/** In a league that waits for more agents than will come. @param apply registers a new agent */
export function managerTrial(
  league: ManagedLeague,
  apply: (role: "player" | "referee", overrides: MessageOverrides) => Promise<Answer>,
  type: (typeof MANAGER_MESSAGES)[number],
): Trial {
  const say: Readonly<Record<(typeof MANAGER_MESSAGES)[number], Say>> = {
    LEAGUE_REGISTER_REQUEST: (overrides) => apply("player", overrides),
    REFEREE_REGISTER_REQUEST: (overrides) => apply("referee", overrides),
    async LEAGUE_QUERY(overrides) {
      const peer = league.players.find(({ accepted }) => accepted) ?? (await league.addPlayer());
      return peer.query("GET_SCHEDULE", {}, overrides);
    },
  };
  return trial(say[type]);
}

function trial(say: Say): Trial {
  return {
    valid: () => say({}),
    async send(change) {
      // Whether the negative fits is only known when the message is there; a message is composed, and thrown away, to see.
      let fits = true;
      const overrides: MessageOverrides = {
        change(message: JsonObject) {
          const changed = change(message);
          fits = isObject(changed);
          return isObject(changed) ? changed : message;
        },
      };
      const answer = await say(overrides);
      return fits ? answer : undefined;
    },
  };
}
