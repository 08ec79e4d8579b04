/** Public referees that describe their orders: in a list of their methods, or by the selection of their matches. */

import { type Body, bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import {
  asksCanonically,
  documentKeys,
  joined,
  orderIn,
  registers,
  rpc,
  winnerReport,
} from "./referee-messages.js";
import type { RefereeHabits } from "./wild-referee.js";

const usual: Pick<RefereeHabits, "registration" | "joined" | "ask" | "read" | "report"> = {
  registration: (self) => rpc("register_referee", registers(self)),
  joined,
  ...asksCanonically,
  report: (ending, self) => rpc("report_match_result", winnerReport(self, ending)),
};

/**
 * Lists its methods in `tools/list` and has no `tools/call`; run_match requires player_a and player_b, as stated in the list
 * only, and is answered after the match, with players from its own configuration.
 */
const listsMethodsAsTools: RefereeHabits = {
  ...usual,
  name: "lists-methods-as-tools",
  answer: async ({ method, params, id }, _path, self, { understood, play }) => {
    const properties = { match_id: {}, player_a: {}, player_b: {}, round_id: {} };
    const inputSchema = { type: "object", properties, required: ["match_id", "player_a", "player_b"] };
    if (method === "tools/list") return rpcResult(id, { tools: [{ name: "run_match", inputSchema }] });
    if (method !== "run_match") return rpcError(id, -32601, `Method not found: ${String(method)}`, 400);
    const { match_id, player_a, player_b, round_id } = bodyOf(params);
    if (player_a === undefined || player_b === undefined)
      return rpcError(id, -32602, "Missing required parameters", 400);
    understood("RUN_MATCH", bodyOf(params));
    const at = (player: unknown) => ({
      id: String(player),
      endpoint: self.directory.get(String(player)) ?? "",
    });
    await play({ match_id: String(match_id), round_id, a: at(player_a), b: at(player_b) });
    return rpcResult(id, { status: "WIN" });
  },
};

/** Is started by an announcement in which the matches have its id. */
const announcedById: RefereeHabits = {
  ...usual,
  name: "announced-by-id",
  answer: ({ method, params, id }, _path, self, { understood, play }) => {
    if (method !== "notify_round") return rpcError(id, -32601, `Method not found: ${String(method)}`, 400);
    const message = bodyOf(params);
    const own = (message.matches as Body[]).filter(({ referee_id }) => referee_id === self.id);
    if (own.length > 0) understood("ROUND_ANNOUNCEMENT", { match_id: own[0]?.match_id });
    for (const match of own) void play(orderIn(match, message.round_id, documentKeys));
    return rpcResult(id, { status: "accepted", matches_started: own.length });
  },
};

export const selfDescribingReferees: readonly RefereeHabits[] = [listsMethodsAsTools, announcedById];
