/**
 * An order of another form that does not say where the players are: the referees of such a league know it from a file of
 * theirs. The players are called where the documents put them; without that the order could only be refused.
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
