/** For each role and message: how a valid one is sent, and one that a negative has changed. */
import type { ManagerFixture } from "../fixtures/manager-fixture.js";
import type { PlayerFixture } from "../fixtures/player-fixture.js";
import type { RefereeFixture } from "../fixtures/referee-fixture.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { Answer } from "../peers/answer.js";
import { declines } from "../peers/behaviour.js";
import type { ManagedLeague } from "../peers/managed-league.js";
import type { Match } from "../peers/match.js";
import type { MessageOverrides } from "../peers/peer-client.js";
import { gracePeriodMs } from "../time/protocol-deadlines.js";
import type { NegativeTrial } from "./judge.js";

type Trial = Pick<NegativeTrial, "valid" | "send">;

/** A message is sent with a twist, or as it is. */
type Say = (twist: MessageOverrides) => Promise<Answer>;

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

export function playerTrial(bench: PlayerFixture, type: (typeof PLAYER_MESSAGES)[number]): Trial {
  const { player, league } = bench;
  const joined = async (act: (match: Match) => Promise<Answer>): Promise<Answer> =>
    act(await league.invite(player));
  const say: Readonly<Record<(typeof PLAYER_MESSAGES)[number], Say>> = {
    GAME_INVITATION: (twist) => league.match().invite(player, twist),
    CHOOSE_PARITY_CALL: (twist) => joined((match) => match.askChoice(player, twist)),
    GAME_OVER: (twist) => joined((match) => match.gameOver(player, {}, twist)),
    ROUND_ANNOUNCEMENT: (twist) => league.announceRound(player, [], twist),
    LEAGUE_STANDINGS_UPDATE: (twist) => league.standingsUpdate(player, twist),
    ROUND_COMPLETED: (twist) => league.roundCompleted(player, twist),
  };
  return trial(say[type]);
}

export function refereeTrial(bench: RefereeFixture, type: (typeof REFEREE_MESSAGES)[number]): Trial {
  const { league } = bench;
  // Both decline, so that an order which is accepted keeps the referee busy for a moment only.
  const plan = { a: { join: declines() }, b: { join: declines() } };
  const order: Say = async (twist) => {
    const match = await league.stage(plan);
    try {
      const answer = await match.order(twist);
      if (answer.outcome === "message") await match.until(({ report }) => report, gracePeriodMs());
      return answer;
    } finally {
      match.close();
    }
  };
  return trial(type === "RUN_MATCH" ? order : (twist) => league.announceRound([], 1, twist));
}

/** In a league that waits for more agents than will come. */
export function managerTrial(
  bench: ManagerFixture,
  league: ManagedLeague,
  type: (typeof MANAGER_MESSAGES)[number],
): Trial {
  let count = 0;
  const newcomer = async (role: "player" | "referee", twist: MessageOverrides): Promise<Answer> => {
    count += 1;
    const options = {
      displayName: `newcomer-${role}-${count}-${bench.random.below(10 ** 6)}`,
      register: false,
    } as const;
    const seat = role === "player" ? await league.seatPlayer(options) : await league.seatReferee(options);
    return seat.register(twist);
  };
  const query: Say = async (twist) => {
    const seat = league.players.find(({ accepted }) => accepted) ?? (await league.seatPlayer());
    return seat.query("GET_SCHEDULE", {}, twist);
  };
  const say: Readonly<Record<(typeof MANAGER_MESSAGES)[number], Say>> = {
    LEAGUE_REGISTER_REQUEST: (twist) => newcomer("player", twist),
    REFEREE_REGISTER_REQUEST: (twist) => newcomer("referee", twist),
    LEAGUE_QUERY: query,
  };
  return trial(say[type]);
}

function trial(say: Say): Trial {
  return {
    valid: () => say({}),
    async send(change) {
      // Whether the negative fits is only known when the message is there; a message is composed, and thrown away, to see.
      let fits = true;
      const twist: MessageOverrides = {
        change(message: JsonObject) {
          const changed = change(message);
          fits = isObject(changed);
          return isObject(changed) ? changed : message;
        },
      };
      const answer = await say(twist);
      return fits ? answer : undefined;
    },
  };
}
