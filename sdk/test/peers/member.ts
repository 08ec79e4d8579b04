/** A scripted player or referee for tests of a league manager: it registers, and acknowledges each message. */
import type { Environment, Message, RpcAnswer } from "./environment.js";
import { type Answer, type ReceivedRequest, ScriptedPeer } from "./scripted-peer.js";

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

export class Member extends ScriptedPeer {
  readonly role: "player" | "referee";
  readonly name: string;
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

  protected override usual(request: ReceivedRequest): Answer {
    return this.acknowledge(request);
  }

  acknowledge({ method, params }: ReceivedRequest): Answer {
    const { conversation_id, round_id, match_id } = params;
    const status = method === "run_match" ? "acknowledged" : "ACKNOWLEDGED";
    const own = { [`${this.role}_id`]: this.id, status, conversation_id };
    const copied = JSON.parse(JSON.stringify({ round_id, match_id }));
    return { result: this.message(acknowledgements[method] ?? "UNKNOWN_ACK", { ...own, ...copied }) };
  }
}

/** A scripted referee that plays no match: it accepts a match, and reports after a delay that player A has won. */
export class MemberReferee extends Member {
  /** The duration of its matches. */
  matchMs = 100;
  /** The result that it reports of a match; null for no report. */
  report: (order: Message) => Message | null = wonByA;
  /** The manager's answers to its reports. */
  readonly answers: RpcAnswer[] = [];
  /** The maximum number of concurrent matches. */
  mostAtOnce = 0;
  #running = 0;

  constructor(environment: Environment, port: number, name: string) {
    super(environment, port, "referee", name);
  }

  /** The assigned match ids, in order. */
  get given(): unknown[] {
    return this.of("run_match").map(({ params }) => params.match_id);
  }

  override acknowledge(request: ReceivedRequest): Answer {
    if (request.method === "run_match") void this.#play(request.params);
    return super.acknowledge(request);
  }

  async #play(order: Message): Promise<void> {
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    await this.environment.wait(this.matchMs);
    const result = this.report(order);
    this.#running -= 1;
    if (result !== null) this.answers.push(await this.send(order, result));
  }

  /** Reports a result of the match with this order. */
  send(
    { league_id, round_id, match_id }: Message,
    result: Message,
    fields: Message = {},
  ): Promise<RpcAnswer> {
    const frame = { league_id, round_id, match_id, game_type: "even_odd", result };
    return this.post("report_match_result", "MATCH_RESULT_REPORT", { ...frame, ...fields });
  }
}

/** A has chosen "even" and the number was 4. */
function wonByA(order: Message): Message {
  return result(order, "WIN", String(order.player_A_id), [3, 0]);
}

export function drawn(order: Message): Message {
  return result(order, "DRAW", null, [1, 1]);
}

function result(
  order: Message,
  status: string,
  winner: string | null,
  [pointsA, pointsB]: [number, number],
): Message {
  const [a, b] = [String(order.player_A_id), String(order.player_B_id)];
  const choices = { [a]: "even", [b]: status === "DRAW" ? "even" : "odd" };
  const details = { drawn_number: 4, number_parity: "even", choices, reason: "played by hand" };
  return { status, winner, score: { [a]: pointsA, [b]: pointsB }, details };
}
