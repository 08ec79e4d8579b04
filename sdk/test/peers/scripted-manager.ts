/** A league manager written by hand: it admits every agent and accepts every report, unless its script differs. */

import type { Environment, Message } from "./environment.js";
import { type Answer, type Heard, ScriptedPeer, type Step } from "./scripted-peer.js";

export interface ManagerScript {
  readonly register?: Step;
  readonly report?: Step;
  readonly query?: Step;
}

export class ScriptedManager extends ScriptedPeer {
  script: ManagerScript;

  constructor(environment: Environment, script: ManagerScript = {}, port = 8000) {
    super(environment, port);
    this.script = script;
  }

  get reports(): Heard[] {
    return this.of("report_match_result");
  }

  say(message_type: string, { params }: Heard, fields: Message = {}): Message {
    const { conversation_id } = params;
    return this.environment.message(message_type, "league_manager", { conversation_id, ...fields });
  }

  /** An order or announcement of this manager. */
  order(message_type: string, fields: Message = {}): Message {
    return this.environment.message(message_type, "league_manager", fields);
  }

  accepts(fields: Message = {}): Step {
    return (heard) => {
      const isPlayer = heard.method === "register_player";
      const [type, id] = isPlayer ? ["LEAGUE", { player_id: "P01" }] : ["REFEREE", { referee_id: "REF01" }];
      const ids = { ...id, league_id: "league_by_hand", auth_token: "token-by-hand", reason: null };
      return {
        result: this.say(`${type}_REGISTER_RESPONSE`, heard, { status: "ACCEPTED", ...ids, ...fields }),
      };
    };
  }

  protected override answer(heard: Heard): Answer | Promise<Answer> {
    const { register = this.accepts(), report, query } = this.script;
    switch (heard.method) {
      case "register_player":
      case "register_referee":
        return register(heard);
      case "report_match_result":
        return report ? report(heard) : this.records(heard);
      case "league_query":
        return query ? query(heard) : super.answer(heard);
      default:
        return super.answer(heard);
    }
  }

  records(heard: Heard): Answer {
    const { match_id } = heard.params;
    return { result: this.say("MATCH_RESULT_ACK", heard, { match_id, status: "recorded" }) };
  }
}
