/** When a league may start and with which schedule (IS 2.2.4): pure decisions on the current members. */
import { protocol } from "@league-v2/contract";
import { LeagueRpcError } from "../../agent/core/errors.js";
import { serves } from "../registration/registry.js";
import { roundRobin } from "../store/schedule.js";
import type { Draw, Member } from "../store/store.js";

/** The numbers of members with which a league starts automatically; if one is infinite, it waits for `start_league`. */
export interface Numbers {
  readonly players: number;
  readonly referees: number;
}

/** Whether all expected members have registered. */
export function isComplete(members: readonly Member[], { players, referees }: Numbers): boolean {
  return idsOf(members, "player").length >= players && idsOf(members, "referee").length >= referees;
}

/**
 * The schedule of these members, or the refusal: E008, INSUFFICIENT_PLAYERS or NO_REFEREES.
 * @param gameTypes of the league
 */
export function draw(members: readonly Member[], gameTypes: readonly string[]): Draw<LeagueRpcError> {
  const [players, referees] = [idsOf(members, "player"), idsOf(members, "referee")];
  const { minimumPlayers, minimumReferees } = protocol.league;
  if (players.length < minimumPlayers) {
    const text = `a league needs ${minimumPlayers} players, ${players.length} registered`;
    return { refusal: new LeagueRpcError("E008", `INSUFFICIENT_PLAYERS: ${text}`) };
  }
  if (referees.length < minimumReferees) {
    const text = "a league needs a referee, none has registered";
    return { refusal: new LeagueRpcError("E008", `NO_REFEREES: ${text}`) };
  }
  const games = gameTypes.map((type) => ({
    type,
    referees: idsOf(
      members.filter((member) => serves(member, type)),
      "referee",
    ),
  }));
  const unserved = games.find((game) => game.referees.length === 0);
  if (unserved !== undefined) {
    const text = `no referee of the game type ${unserved.type} has registered`;
    return { refusal: new LeagueRpcError("E008", `NO_REFEREES: ${text}`) };
  }
  return { rounds: roundRobin(players, games) };
}

function idsOf(members: readonly Member[], role: Member["role"]): string[] {
  return members.flatMap((member) => (member.role === role ? [member.id] : []));
}
