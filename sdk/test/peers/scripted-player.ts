/** A player written by hand. It joins and chooses "even" unless its script says otherwise. */

import type { Environment, Message } from "./environment.js";
import { type Answer, type Heard, ScriptedPeer, type Step } from "./scripted-peer.js";

export interface PlayerScript {
  readonly join?: Step;
  readonly choice?: Step;
  readonly over?: Step;
}

export class ScriptedPlayer extends ScriptedPeer {
  readonly id: string;
  script: PlayerScript;

  constructor(environment: Environment, port: number, id: string, script: PlayerScript = {}) {
    super(environment, port);
    this.id = id;
    this.script = script;
  }

  /** A reply of this player to a request. */
  say(message_type: string, { params }: Heard, fields: Message = {}): Message {
    const { conversation_id, match_id } = params;
    const frame = { conversation_id, match_id, player_id: this.id, auth_token: `token-of-${this.id}` };
    return this.environment.message(message_type, `player:${this.id}`, { ...frame, ...fields });
  }

  joins(fields: Message = {}): Step {
    return (heard) => ({
      result: this.say("GAME_JOIN_ACK", heard, {
        arrival_timestamp: this.environment.timestamp(),
        accept: true,
        ...fields,
      }),
    });
  }

  chooses(parity_choice: unknown, fields: Message = {}): Step {
    return (heard) => ({ result: this.say("CHOOSE_PARITY_RESPONSE", heard, { parity_choice, ...fields }) });
  }

  /** The step, but its answer comes this many milliseconds after the call. */
  late(ms: number, step: Step): Step {
    return async (heard) => {
      await this.environment.wait(ms);
      return step(heard);
    };
  }

  protected override answer(heard: Heard): Answer | Promise<Answer> {
    const { join = this.joins(), choice = this.chooses("even"), over } = this.script;
    switch (heard.method) {
      case "handle_game_invitation":
        return join(heard);
      case "choose_parity":
        return choice(heard);
      case "notify_match_result":
        return over ? over(heard) : { result: this.say("GAME_OVER_ACK", heard, { status: "ACKNOWLEDGED" }) };
      case "notify_game_error":
        return { result: this.say("GAME_ERROR_ACK", heard, { status: "ACKNOWLEDGED" }) };
      default:
        return super.answer(heard);
    }
  }
}
