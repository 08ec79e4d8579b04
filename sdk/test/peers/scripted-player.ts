/** A scripted player. By default it joins and chooses "even". */

import type { Environment, Message } from "./environment.js";
import { type Answer, type ReceivedRequest, ScriptedPeer, type Step } from "./scripted-peer.js";

export class ScriptedPlayer extends ScriptedPeer {
  readonly id: string;

  constructor(environment: Environment, port: number, id: string) {
    super(environment, port);
    this.id = id;
  }

  /** A reply of this player to a request. */
  message(message_type: string, { params }: ReceivedRequest, fields: Message = {}): Message {
    const { conversation_id, match_id } = params;
    const frame = { conversation_id, match_id, player_id: this.id, auth_token: `token-of-${this.id}` };
    return this.environment.message(message_type, `player:${this.id}`, { ...frame, ...fields });
  }

  joins(fields: Message = {}): Step {
    return (request) => ({
      result: this.message("GAME_JOIN_ACK", request, {
        arrival_timestamp: this.environment.timestamp(),
        accept: true,
        ...fields,
      }),
    });
  }

  chooses(parity_choice: unknown, fields: Message = {}): Step {
    return (request) => ({
      result: this.message("CHOOSE_PARITY_RESPONSE", request, { parity_choice, ...fields }),
    });
  }

  /** The step with its answer delayed by this many milliseconds. */
  late(ms: number, step: Step): Step {
    return async (request) => {
      await this.environment.wait(ms);
      return step(request);
    };
  }

  protected override usual(request: ReceivedRequest): Answer | Promise<Answer> {
    switch (request.method) {
      case "handle_game_invitation":
        return this.joins()(request);
      case "choose_parity":
        return this.chooses("even")(request);
      case "notify_match_result":
        return { result: this.message("GAME_OVER_ACK", request, { status: "ACKNOWLEDGED" }) };
      case "notify_game_error":
        return { result: this.message("GAME_ERROR_ACK", request, { status: "ACKNOWLEDGED" }) };
      default:
        return super.usual(request);
    }
  }
}
