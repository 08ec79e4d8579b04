/** A scripted league manager: it admits every agent and accepts every report by default. */

import type { Environment, Message } from "./environment.js";
import { type Answer, type ReceivedRequest, ScriptedPeer, type Step } from "./scripted-peer.js";

export class ScriptedManager extends ScriptedPeer {
  constructor(environment: Environment) {
    super(environment, 8000);
  }

  get reports(): ReceivedRequest[] {
    return this.of("report_match_result");
  }

  message(message_type: string, { params }: ReceivedRequest, fields: Message = {}): Message {
    const { conversation_id } = params;
    return this.environment.message(message_type, "league_manager", { conversation_id, ...fields });
  }

  /** An order or announcement of this manager. */
  order(message_type: string, fields: Message = {}): Message {
    return this.environment.message(message_type, "league_manager", fields);
  }

  accepts(fields: Message = {}): Step {
    return (request) => {
      const isPlayer = request.method === "register_player";
      const [type, id] = isPlayer ? ["LEAGUE", { player_id: "P01" }] : ["REFEREE", { referee_id: "REF01" }];
      const ids = { ...id, league_id: "league_by_hand", auth_token: "token-by-hand", reason: null };
      return {
        result: this.message(`${type}_REGISTER_RESPONSE`, request, { status: "ACCEPTED", ...ids, ...fields }),
      };
    };
  }

  protected override usual(request: ReceivedRequest): Answer | Promise<Answer> {
    switch (request.method) {
      case "register_player":
      case "register_referee":
        return this.accepts()(request);
      case "report_match_result": {
        const { match_id } = request.params;
        return { result: this.message("MATCH_RESULT_ACK", request, { match_id, status: "recorded" }) };
      }
      default:
        return super.usual(request);
    }
  }
}
