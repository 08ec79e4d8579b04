/**
 * `POST /register` in the form of RS: bare JSON both ways, no envelope (contract 3). A registration there that omits members
 * or has them under other names is read as at any other place.
 */
import {
  explain,
  type HttpRegisterIn,
  type HttpRegisterResult,
  protocol,
  validateHttpRegister,
} from "@league-v2/contract";
import { gameType } from "../agent/core/game-type.js";
import { LeagueRpcError } from "../agent/core/league-rpc-error.js";
import { completeAddress } from "../domain/complete-address.js";
import { type HttpRoute, jsonRoute } from "../http/index.js";
import { readMessage } from "../json/read-message.js";
import type { Admission } from "./registration-service.js";
import type { Application } from "./registry.js";
import { idInSender } from "./requested-id.js";

const path = "/register";
/** The documents' names and members, with answers of any kind, for an agent that must send its token. */
const tolerantForm = {
  name: "registered-over-http",
  title: "Registered with POST /register",
  description: "The loose form from an agent that sends its token.",
  extends: "loose",
  tokens: "required",
};

export interface HttpRegisterSetting {
  readonly league_id: string;
  /** Refuses every request that is not in the form of RS. */
  readonly strict: boolean;
  /** Decides on an application like on any other registration. */
  readonly register: (application: Application) => Promise<Admission>;
}

export function httpRegister({ league_id, strict, register }: HttpRegisterSetting): HttpRoute {
  return jsonRoute(path, protocol.limits, async (value) => {
    const read = readMessage<HttpRegisterIn>(validateHttpRegister, value);
    const violations = read.ok ? [] : explain(read.faults, value);
    const isOnlyIncomplete = !strict && violations.every(({ keyword }) => keyword === "required");
    const asked = read.ok ? application(read.value) : isOnlyIncomplete ? await incomplete(value) : undefined;
    if (asked === undefined) return { status: 400, value: { violations } };
    try {
      // An agent that registers without an envelope may omit it in its answers, too.
      const message = strict || read.ok ? undefined : await bareMessage(value, asked.contact_endpoint);
      const wire = JSON.stringify(message?.form ?? tolerantForm);
      const contact_endpoint = completeAddress(asked.contact_endpoint);
      const admission = await register(strict ? asked : { ...asked, contact_endpoint, wire });
      const answer = result(admission, league_id);
      const whole = { ...answer, ...underUsualNames(asked, answer) };
      return { status: 200, value: strict ? answer : { ...message?.answer(whole), ...whole } };
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
    wire: "canonical",
  };
}

/** The form of a registration that is a whole message of the league, or an event; undefined for plain members. */
async function bareMessage(value: unknown, address: string) {
  const { postedRegistration } = await import("../wire/service/posted-registration.js");
  const found = postedRegistration(path, value, address);
  return found && { ...found, form: { ...found.form, tokens: tolerantForm.tokens } };
}

/** Missing members get the defaults of this league; undefined without a name and an address. */
async function incomplete(value: unknown): Promise<Application | undefined> {
  const { isObject, readApplicant } = await import("../wire/index.js");
  const asked = isObject(value) ? readApplicant({ name: path, message: value }) : undefined;
  if (asked?.display_name === undefined || asked.endpoint === undefined) return undefined;
  const registered = application({
    display_name: asked.display_name,
    version: asked.version ?? "unknown",
    endpoint: asked.endpoint,
    agent_type: asked.role,
    supported_game_types: [...(asked.game_types ?? [gameType])],
  });
  const { sender } = value as { sender?: unknown };
  const requested_id = asked.own_id ?? (typeof sender === "string" ? idInSender(sender) : undefined);
  return { ...registered, requested_id };
}

/** Id and token under the other names that agents read. */
function underUsualNames({ role }: Application, { agent_id, auth_token }: HttpRegisterResult): object {
  return agent_id === null ? {} : { id: agent_id, [`${role}_id`]: agent_id, token: auth_token };
}

function result(admission: Admission, league_id: string): HttpRegisterResult {
  if ("reason" in admission) {
    const { reason } = admission;
    return { status: "REJECTED", agent_id: null, auth_token: null, league_id: null, reason };
  }
  const { member, auth_token } = admission;
  return { status: "ACCEPTED", agent_id: member.id, auth_token, league_id, reason: null };
}
