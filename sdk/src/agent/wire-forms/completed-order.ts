/**
 * Completes an order in another form. Without player addresses, the players are called at the documents' ports, because
 * referees of such a league read them from a file; without a round, the match is in the first one.
 */
import type { JsonObject, Reading } from "../../wire/index.js";
import type { AgentCore } from "../serving/agent-core.js";
import { addressByNumber } from "./address-by-number.js";

export function completedOrder(reading: Reading, { role, strict, agentContext }: AgentCore): Reading {
  const { form, type } = reading;
  if (type !== "RUN_MATCH" || role !== "referee" || strict || !form.isTolerant) return reading;
  const message: JsonObject = { ...reading.message, round_id: reading.message.round_id ?? 1 };
  if (message.player_A_endpoint !== undefined || message.player_B_endpoint !== undefined)
    return { ...reading, message };
  const { league } = agentContext;
  const player_A_endpoint = addressByNumber("player", message.player_A_id, league);
  const player_B_endpoint = addressByNumber("player", message.player_B_id, league);
  if (player_A_endpoint === undefined || player_B_endpoint === undefined) return { ...reading, message };
  return { ...reading, message: { ...message, player_A_endpoint, player_B_endpoint } };
}
