/** A scripted referee that plays no match: it accepts a match, and reports after a delay that player A has won. */

import type { Environment, Message, RpcAnswer } from "./environment.js";
import { Member } from "./member.js";
import type { Answer, ReceivedRequest } from "./scripted-peer.js";

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
