/** The player without Node: it receives and sends all messages with `fetch`. */
import { protocol } from "@league-v2/contract/protocol";
import { createPlayer, secureRandom, systemClock } from "@league-v2/sdk";
import { fetchHandler, fetchTransport } from "@league-v2/sdk/fetch";
import { choose } from "./strategy.ts";

const { limits, paths } = protocol;

/** @param displayName must be unique in a league */
export function myPlayer(displayName: string) {
  return createPlayer({ displayName, choose });
}

export interface Place {
  /** The URL at which other agents reach this player. */
  readonly endpoint: string;
  /** The league manager's URL. Without it the player does not register. */
  readonly league?: string;
}

/** Starts a player, which registers at once, and returns it with its `fetch` handler. */
export function connect(displayName: string, place: Place) {
  const agent = myPlayer(displayName).connect({
    ...place,
    clock: systemClock,
    random: secureRandom,
    transport: fetchTransport({ limits }),
  });
  return { agent, fetch: fetchHandler(agent.handle, { limits }) };
}

let player: ReturnType<typeof connect> | undefined;

/** Called by the runtime. The first request contains the player's address, and makes it register. */
export default {
  fetch(request: Request): Promise<Response> {
    const endpoint = new URL(paths.mcp, request.url).href;
    player ??= connect("{{name}}", { endpoint, league: "{{league}}" });
    return player.fetch(request);
  },
};
