/**
 * Completes an order in another form that has no player addresses: referees of such a league read them from a file.
 * The players are called at the documents' ports, because the order would otherwise be refused.
 */
import type { Reading } from "../wire/index.js";
import { addressByNumber } from "./address-by-number.js";
import type { AgentCore } from "./agent-core.js";

export function addressedOrder(reading: Reading, { role, strict, agentContext }: AgentCore): Reading {
  const { form, type, message } = reading;
  if (type !== "RUN_MATCH" || role !== "referee" || strict || !form.isTolerant) return reading;
  if (message.player_A_endpoint !== undefined || message.player_B_endpoint !== undefined) return reading;
  const { league } = agentContext;
  const player_A_endpoint = addressByNumber("player", message.player_A_id, league);
  const player_B_endpoint = addressByNumber("player", message.player_B_id, league);
  if (player_A_endpoint === undefined || player_B_endpoint === undefined) return reading;
  return { ...reading, message: { ...message, player_A_endpoint, player_B_endpoint } };
}
