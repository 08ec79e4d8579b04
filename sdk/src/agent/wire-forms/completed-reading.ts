/**
 * Completes an order or a call in another form. Without player addresses, the players are called at the documents' ports,
 * because referees of such a league read them from a file; without a round, the match is in the first one. A role in other
 * words decides nothing, and a time limit in another style is converted.
 */
import type { JsonObject, Reading } from "../../wire/index.js";
import { readTimes } from "../../wire/times.js";
import type { AgentCore } from "../serving/agent-core.js";
import { addressByNumber } from "./address-by-number.js";

export function completedReading(reading: Reading, runtime: AgentCore): Reading {
  const { form, type, message } = reading;
  if (runtime.strict || !form.isTolerant) return reading;
  if (type === "RUN_MATCH" && runtime.role === "referee")
    return { ...reading, message: completedOrder(message, runtime) };
  if (type === "GAME_INVITATION")
    return { ...reading, message: { ...usualPlace, ...message, role_in_match: roleIn(message) } };
  if (type !== "CHOOSE_PARITY_CALL") return reading;
  const timed: JsonObject = { deadline: runtime.senderIdentity.now(), ...message };
  readTimes(timed);
  return { ...reading, message: timed };
}

/** The league and the round of an invitation decide nothing. */
const usualPlace = { league_id: "unknown", round_id: 1 };

function roleIn({ role_in_match: role }: JsonObject): unknown {
  return typeof role !== "string" || role === "PLAYER_B" ? role : "PLAYER_A";
}

function completedOrder(read: JsonObject, { agentContext }: AgentCore): JsonObject {
  const message: JsonObject = { ...read, round_id: read.round_id ?? 1 };
  if (message.player_A_endpoint !== undefined || message.player_B_endpoint !== undefined) return message;
  const { league } = agentContext;
  const player_A_endpoint = addressByNumber("player", message.player_A_id, league);
  const player_B_endpoint = addressByNumber("player", message.player_B_id, league);
  if (player_A_endpoint === undefined || player_B_endpoint === undefined) return message;
  return { ...message, player_A_endpoint, player_B_endpoint };
}
