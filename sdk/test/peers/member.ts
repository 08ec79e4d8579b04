/** A scripted player or referee for tests of a league manager: it registers, and acknowledges each message. */

import type { Environment, Message, RpcAnswer } from "./environment.js";
import { type Answer, type ReceivedRequest, ScriptedPeer, type Step } from "./scripted-peer.js";

const managerPort = 8000;

/** Notifications of a manager to its members, with the type of the acknowledgement. */
const acknowledgements: Record<string, string> = {
  notify_round: "ROUND_ANNOUNCEMENT_ACK",
  update_standings: "STANDINGS_UPDATE_ACK",
  notify_round_completed: "ROUND_COMPLETED_ACK",
  notify_league_completed: "LEAGUE_COMPLETED_ACK",
  shutdown: "SHUTDOWN_ACK",
  run_match: "RUN_MATCH_ACK",
};

/** Replaces the acknowledgement, by method; `any` for all methods that are not named. */
export type MemberScript = { any?: Step } & { [method: string]: Step | undefined };

export class Member extends ScriptedPeer {
  readonly role: "player" | "referee";
  readonly name: string;
  script: MemberScript = {};
  /** Assigned by the manager. */
  id = "";
  token = "";

  constructor(environment: Environment, port: number, role: "player" | "referee", name: string) {
    super(environment, port);
    this.role = role;
    this.name = name;
  }

  get sender(): string {
    return `${this.role}:${this.id || this.name.toLowerCase().replaceAll(" ", "-")}`;
  }

  application(meta: Message = {}, fields: Message = {}): Message {
    const whole = {
      display_name: this.name,
      version: "1.0.0",
      game_types: ["even_odd"],
      contact_endpoint: this.url,
      ...(this.role === "referee" ? { max_concurrent_matches: 2 } : {}),
      ...meta,
    };
    const type = this.role === "player" ? "LEAGUE_REGISTER_REQUEST" : "REFEREE_REGISTER_REQUEST";
    const conversation_id = `conv-register-${this.name}`;
    return this.environment.message(type, this.sender, {
      conversation_id,
      [`${this.role}_meta`]: whole,
      ...fields,
    });
  }

  /** Posts its application, and stores the id and token of an acceptance. */
  async register(meta: Message = {}, fields: Message = {}): Promise<Message> {
    const answer = await this.environment.ask(
      managerPort,
      `register_${this.role}`,
      this.application(meta, fields),
    );
    const { result } = answer;
    if (result === undefined) return { error: answer.error };
    if (result.status === "ACCEPTED") {
      this.id = String(result[`${this.role}_id`]);
      this.token = String(result.auth_token);
    }
    return result;
  }

  /** A signed message of this member. */
  message(message_type: string, fields: Message = {}): Message {
    return this.environment.message(message_type, this.sender, { auth_token: this.token, ...fields });
  }

  /** A signed message to the manager; the test advances time. */
  post(method: string, message_type: string, fields: Message = {}): Promise<RpcAnswer> {
    return this.environment.post(managerPort, method, this.message(message_type, fields));
  }

  query(query_type: string, query_params: Message = {}, fields: Message = {}): Promise<RpcAnswer> {
    const query = { league_id: "league_even_odd", query_type, query_params, ...fields };
    return this.post("league_query", "LEAGUE_QUERY", query);
  }

  protected override answer(request: ReceivedRequest): Answer | Promise<Answer> {
    const step = this.script[request.method] ?? this.script.any;
    return step ? step(request) : this.acknowledge(request);
  }

  acknowledge({ method, params }: ReceivedRequest): Answer {
    const { conversation_id, round_id, match_id } = params;
    const status = method === "run_match" ? "acknowledged" : "ACKNOWLEDGED";
    const own = { [`${this.role}_id`]: this.id, status, conversation_id };
    const copied = JSON.parse(JSON.stringify({ round_id, match_id }));
    return { result: this.message(acknowledgements[method] ?? "UNKNOWN_ACK", { ...own, ...copied }) };
  }
}
