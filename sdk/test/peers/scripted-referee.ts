/** A scripted referee for tests of a player: it sends invitations, choice calls and results, and reads the answers. */
import type { Environment, Message, RpcAnswer } from "./environment.js";

export class ScriptedReferee {
  readonly sender: string;
  readonly token: string;
  readonly #environment: Environment;
  readonly #port: number;

  /** @param port where its player listens */
  constructor(environment: Environment, port: number, id = "REF01", token = `token-of-${id}`) {
    this.#environment = environment;
    this.#port = port;
    this.sender = `referee:${id}`;
    this.token = token;
  }

  message(message_type: string, match_id: string, fields: Message = {}): Message {
    const conversation_id = `conv-${match_id}-${this.sender}`;
    const frame = { conversation_id, auth_token: this.token, match_id };
    return this.#environment.message(message_type, this.sender, { ...frame, ...fields });
  }

  invitation(match_id: string, fields: Message = {}): Message {
    return this.message("GAME_INVITATION", match_id, {
      league_id: "league_by_hand",
      round_id: 1,
      game_type: "even_odd",
      role_in_match: "PLAYER_A",
      opponent_id: "P02",
      ...fields,
    });
  }

  call(match_id: string, fields: Message = {}): Message {
    return this.message("CHOOSE_PARITY_CALL", match_id, {
      player_id: "P01",
      game_type: "even_odd",
      context: {
        opponent_id: "P02",
        round_id: 1,
        your_standings: { wins: 0, losses: 0, draws: 0, points: 0 },
      },
      deadline: this.#environment.timestamp(30_000),
      ...fields,
    });
  }

  /** By default P01 wins with "even" and the number 4. */
  over(match_id: string, result: Message = {}, fields: Message = {}): Message {
    const game_result = {
      status: "WIN",
      winner_player_id: "P01",
      drawn_number: 4,
      number_parity: "even",
      choices: { P01: "even", P02: "odd" },
      reason: "Number 4 is even.",
      ...result,
    };
    return this.message("GAME_OVER", match_id, { game_type: "even_odd", game_result, ...fields });
  }

  error(match_id: string, fields: Message = {}): Message {
    return this.message("GAME_ERROR", match_id, { error_code: "E001", ...fields });
  }

  invite(match_id = "R1M1", fields: Message = {}): Promise<RpcAnswer> {
    return this.#environment.post(this.#port, "handle_game_invitation", this.invitation(match_id, fields));
  }

  ask(match_id = "R1M1", fields: Message = {}): Promise<RpcAnswer> {
    return this.#environment.post(this.#port, "choose_parity", this.call(match_id, fields));
  }

  tell(match_id = "R1M1", result: Message = {}, fields: Message = {}): Promise<RpcAnswer> {
    return this.#environment.post(this.#port, "notify_match_result", this.over(match_id, result, fields));
  }

  /** A whole match without faults; resolves with the choice. */
  async play(match_id = "R1M1", result: Message = {}): Promise<unknown> {
    await this.invite(match_id);
    const choice = await this.ask(match_id);
    await this.tell(match_id, result);
    return choice.result?.parity_choice;
  }
}
