/**
 * The direct match of RS: two players by name and address, played at once and answered with the result (contract 3).
 * No retries, no report; a missed answer is the choice "none".
 */
import {
  chooseParityCall,
  type DirectMatchIn,
  type DirectMatchResult,
  gameInvitation,
  gameOver,
  type MethodTypes,
  type refereeCalls,
} from "@league-v2/contract";
import type { AgentRuntime } from "../agent/assembly/agent-runtime.js";
import { provisionalSender } from "../agent/core/sender-identity.js";
import type { Trace } from "../agent/core/trace.js";
import { LeagueError, UnreachableError } from "../client/errors.js";
import type { GameRules } from "../game/rules.js";
import { hex, type Random } from "../platform/random.js";
import {
  type ChoiceMade,
  drawNumber,
  forfeited,
  gameResultOf,
  type Outcome,
  type Part,
  type Participant,
  played,
} from "./outcome.js";

/** The ids of a match that belongs to no league. */
const frame = { league_id: "direct", round_id: 1 } as const;
const noMatches = { wins: 0, losses: 0, draws: 0, points: 0 };
const gameIdBytes = 4;

interface Player {
  readonly name: string;
  readonly endpoint: string;
  readonly role: "PLAYER_A" | "PLAYER_B";
  /** Its id: the slug of its name, until it joins with another id. */
  readonly id: string;
  readonly part: Part;
}

interface DirectMatchSetting {
  readonly order: DirectMatchIn;
  readonly runtime: AgentRuntime<typeof refereeCalls>;
  readonly random: Random;
  readonly rules: GameRules;
  readonly trace: Trace | undefined;
}

export class DirectMatch {
  readonly #setting: DirectMatchSetting;
  readonly #conversation_id: string;

  constructor(setting: DirectMatchSetting) {
    this.#setting = setting;
    this.#conversation_id = setting.runtime.newConversation(`conv-${setting.order.match_id}`);
  }

  /** Rejects only when the referee is closed. */
  async play(): Promise<DirectMatchResult> {
    const { match_id, player1, player2 } = this.#setting.order;
    const { log } = this.#setting.runtime;
    const names = `${player1.display_name} against ${player2.display_name}`;
    log({ level: "info", message: `starts ${names}, without a league`, match_id });
    const [first, second] = [asPlayer(player1, "PLAYER_A"), asPlayer(player2, "PLAYER_B")];
    const joined = await Promise.all([this.#invite(first, second.id), this.#invite(second, first.id)]);
    const ended = joined.every(({ part }) => part.kind === "joined") ? await this.#choose(...joined) : joined;
    const outcome = this.#outcome(...ended);
    log({ level: "info", message: outcome.reason, match_id, data: outcome });
    await Promise.all(ended.map((one) => this.#sendResult(one, outcome)));
    return this.#result(ended, outcome);
  }

  async #invite(player: Player, opponent_id: string): Promise<Player> {
    const { match_id } = this.#setting.order;
    const invitation = gameInvitation(this.#identity(), {
      ...frame,
      match_id,
      game_type: this.#setting.rules.type,
      role_in_match: player.role,
      opponent_id,
    });
    try {
      const reply = await this.#call(player, "handle_game_invitation", invitation);
      if (reply.match_id !== match_id) return { ...player, part: { kind: "missed", code: "E006" } };
      const part = { kind: reply.accept ? "joined" : "declined" } as const;
      return { ...player, id: reply.player_id, part };
    } catch (error) {
      return { ...player, part: failure(error) };
    }
  }

  async #choose(a: Player, b: Player): Promise<[Player, Player]> {
    return Promise.all([this.#ask(a, b.id), this.#ask(b, a.id)]);
  }

  async #ask(player: Player, opponent_id: string): Promise<Player> {
    const { match_id } = this.#setting.order;
    const { caller, senderIdentity } = this.#setting.runtime;
    const call = chooseParityCall(this.#identity(), {
      match_id,
      player_id: player.id,
      game_type: this.#setting.rules.type,
      context: { opponent_id, round_id: frame.round_id, your_standings: noMatches },
      deadline: senderIdentity.now(caller.row("choose_parity").deadlineMs ?? 0),
    });
    try {
      const reply = await this.#call(player, "choose_parity", call);
      if (reply.match_id !== match_id) return { ...player, part: { kind: "missed", code: "E006" } };
      return { ...player, part: { kind: "chose", choice: reply.parity_choice } };
    } catch (error) {
      return { ...player, part: failure(error) };
    }
  }

  #outcome(a: Player, b: Player): Outcome {
    const [first, second] = [participant(a), participant(b)];
    if (!hasChosen(first) || !hasChosen(second)) return forfeited(first, second);
    const number = drawNumber(this.#setting.rules, this.#setting.random, [
      first.part.choice,
      second.part.choice,
    ]);
    return played(first, second, this.#setting.rules, number);
  }

  /** Best effort: the caller that ordered the match gets the result in any case. */
  async #sendResult(player: Player, outcome: Outcome) {
    if (player.part.kind === "unreachable") return;
    const game_result = gameResultOf(outcome);
    const { match_id } = this.#setting.order;
    const message = gameOver(this.#identity(), {
      match_id,
      game_type: this.#setting.rules.type,
      game_result,
    });
    const sent = this.#call(player, "notify_match_result", message);
    this.#setting.runtime.background(`GAME_OVER to ${player.id}`, sent);
  }

  #result([a, b]: readonly [Player, Player], outcome: Outcome): DirectMatchResult {
    const winner = [a, b].find(({ id }) => id === outcome.winner);
    return {
      match_id: this.#setting.order.match_id,
      game_id: `game_${hex(this.#setting.runtime.agentContext.random, gameIdBytes)}`,
      player1: a.name,
      player2: b.name,
      player1_choice: choiceOf(a),
      player2_choice: choiceOf(b),
      dice_roll: outcome.drawn_number,
      dice_parity: outcome.number_parity,
      winner: winner?.name ?? null,
      is_draw: outcome.status === "DRAW",
    };
  }

  #call<M extends "handle_game_invitation" | "choose_parity" | "notify_match_result">(
    { endpoint }: Player,
    method: M,
    message: MethodTypes[M]["request"],
  ) {
    return this.#setting.runtime.caller.call(endpoint, method, message, {
      retries: 0,
      trace: this.#setting.trace,
    });
  }

  #identity() {
    return this.#setting.runtime.senderIdentity.signed(this.#conversation_id);
  }
}

function asPlayer({ display_name, endpoint }: DirectMatchIn["player1"], role: Player["role"]): Player {
  const id = provisionalSender("player", display_name).replace(/^player:/, "");
  return { name: display_name, endpoint, role, id, part: { kind: "stopped" } };
}

function participant({ id, part }: Player): Participant {
  return { id, part };
}

function hasChosen(one: Participant): one is Participant<ChoiceMade> {
  return one.part.kind === "chose";
}

function choiceOf({ part }: Player): "even" | "odd" | "none" {
  return part.kind === "chose" ? part.choice : "none";
}

/** @throws every error that is not a failure of the player */
function failure(error: unknown): Part {
  if (!(error instanceof LeagueError) || error.code === "ABORTED") throw error;
  if (error instanceof UnreachableError) return { kind: "unreachable" };
  return { kind: "missed", code: error.code === "E001" ? "E001" : "E002" };
}
