/** `POST /register` in the form of RS: bare JSON both ways, no envelope (contract 3). */
import {
  explain,
  type HttpRegisterIn,
  type HttpRegisterResult,
  protocol,
  validateHttpRegister,
} from "@league-v2/contract";
import { LeagueRpcError } from "../../agent/core/errors.js";
import { type HttpRoute, jsonRoute } from "../../http/http-handler.js";
import { readMessage } from "../../json/read-message.js";
import type { Admission } from "./registration-service.js";
import type { Application } from "./registry.js";

/** @param register decides on an application like on any other registration */
export function httpRegister(
  league_id: string,
  register: (application: Application) => Promise<Admission>,
): HttpRoute {
  return jsonRoute("/register", protocol.limits, async (value) => {
    const read = readMessage<HttpRegisterIn>(validateHttpRegister, value);
    if (!read.ok) return { status: 400, value: { violations: explain(read.faults, value) } };
    try {
      return { status: 200, value: result(await register(application(read.value)), league_id) };
    } catch (error) {
      if (!(error instanceof LeagueRpcError)) throw error;
      const { code: error_code, message: error_description } = error;
      return { status: 400, value: { error_code, error_description } };
    }
  });
}

/** RS has no conversations, so a repetition cannot be recognised: a caller with an agent's name and address could get its token. */
function application(request: HttpRegisterIn): Application {
  const { display_name, version, endpoint, agent_type, supported_game_types } = request;
  return {
    role: agent_type,
    display_name,
    version,
    game_types: supported_game_types,
    contact_endpoint: endpoint,
    max_concurrent_matches: agent_type === "referee" ? protocol.league.defaultMaxConcurrentMatches : 1,
    conversation_id: null,
  };
}

function result(admission: Admission, league_id: string): HttpRegisterResult {
  if ("reason" in admission) {
    const { reason } = admission;
    return { status: "REJECTED", agent_id: null, auth_token: null, league_id: null, reason };
  }
  const { member, auth_token } = admission;
  return { status: "ACCEPTED", agent_id: member.id, auth_token, league_id, reason: null };
}
