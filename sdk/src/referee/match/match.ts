/** One match, from the invitations to the outcome (IS 3.2.2–3.2.7, contract 6). */
import {
  chooseParityCall,
  gameInvitation,
  machines,
  type OwnStandings,
  protocol,
  type refereeCalls,
} from "@league-v2/contract";
import { LeagueRpcError } from "../../agent/core/errors.js";
import { machineOf } from "../../agent/core/machine.js";
import type { SenderIdentity } from "../../agent/core/sender-identity.js";
import type { Caller } from "../../agent/serving/caller.js";
import type { GameRules, Parity } from "../../game/rules.js";
import { onAbort } from "../../platform/abort.js";
import type { Clock, Timer } from "../../platform/clock.js";
import type { Log } from "../../platform/log.js";
import type { Random } from "../../platform/random.js";
import type { Assignment, Contestant } from "./assignment.js";
import {
  type ChoiceMade,
  drawNumber,
  forfeited,
  type Outcome,
  type Part,
  type Participant,
  played,
} from "./outcome.js";
import { PlayerRequests } from "./player-requests.js";
import type { Transcript } from "./transcript.js";

/** The tools of the referee that a match needs. */
export interface MatchSetting {
  readonly rules: GameRules;
  readonly caller: Caller<typeof refereeCalls>;
  readonly senderIdentity: SenderIdentity;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the referee is closed. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly transcript: Transcript;
  /** A player's latest known standing, without a request. */
  readonly standingsOf: (player_id: string) => OwnStandings;
  /** A direct match: without retries, and each player has the id with which it joins. */
  readonly isDirect?: boolean;
  /** Called after each step. */
  readonly onEvent: (event: MatchEvent) => void;
}

export type MatchEvent = "both_joined" | "both_chosen" | "drawn" | "evaluated" | "aborted";

/** A state of a match, and when it was entered (RFC 3339, UTC). */
export interface StateEntry {
  readonly state: string;
  readonly at: string;
}

/** How long the other player's answer is accepted after one player has declined. */
const declineGraceMs = protocol.backoff.firstMs;

export class Match {
  readonly #assignment: Assignment;
  readonly #setting: MatchSetting;
  readonly #machine = machineOf(machines.match);
  readonly #states: StateEntry[] = [];
  readonly #requests: PlayerRequests;
  readonly #asking = new AbortController();
  #grace: Timer | undefined;

  constructor(assignment: Assignment, conversation_id: string, setting: MatchSetting) {
    this.#assignment = assignment;
    this.#setting = setting;
    const { match_id, trace } = assignment;
    this.#requests = new PlayerRequests(match_id, conversation_id, { ...setting, trace });
    this.#note();
  }

  get state() {
    return this.#machine.state;
  }

  /** All states so far with their times (RA 4.2), the initial one first. */
  get states(): readonly StateEntry[] {
    return this.#states;
  }

  /** Players that have answered in this match: only their acknowledgements of the result are awaited. */
  get answered(): ReadonlySet<string> {
    return this.#requests.answered;
  }

  /** Plays to the end. Rejects only when the referee is closed. */
  async play(): Promise<Outcome> {
    const { signal } = this.#setting;
    const removeListener = onAbort(signal, () => this.#asking.abort(signal.reason));
    try {
      signal.throwIfAborted();
      return await this.#playToOutcome();
    } finally {
      removeListener();
      this.#grace?.cancel();
    }
  }

  async #playToOutcome(): Promise<Outcome> {
    const [a, b] = await this.#both((contestant) => this.#invite(contestant));
    if (a.part.kind !== "joined" || b.part.kind !== "joined") return this.#abort(a, b);
    this.#step("both_joined");

    const [first, second] = await this.#both((contestant) => this.#askChoice(contestant));
    if (!hasChosen(first) || !hasChosen(second)) return this.#abort(first, second);
    this.#step("both_chosen");

    const { rules, random } = this.#setting;
    const number = drawNumber(rules, random, [first.part.choice, second.part.choice]);
    const outcome = played(first, second, rules, number);
    this.#step("drawn");
    this.#step("evaluated");
    return outcome;
  }

  #step(event: MatchEvent): void {
    const from_state = this.state;
    const to_state = this.#machine.fire(event);
    this.#note();
    const { log, onEvent } = this.#setting;
    const { match_id } = this.#assignment;
    const message = `${from_state} → ${to_state}`;
    log({ level: "info", message, match_id, data: { from_state, to_state } });
    onEvent(event);
  }

  #note(): void {
    this.#states.push({ state: this.state, at: this.#setting.senderIdentity.now() });
  }

  #abort(a: Participant, b: Participant): Outcome {
    this.#step("aborted");
    return forfeited(a, b);
  }

  /** Both requests are sent in the same turn of the event loop: neither depends on the other. */
  async #both(ask: (contestant: Contestant) => Promise<Part>): Promise<[Participant, Participant]> {
    const [a, b] = this.#assignment.contestants;
    const [partA, partB] = await Promise.all([ask(a), ask(b)]);
    this.#setting.signal.throwIfAborted();
    return [
      { id: a.id, part: partA },
      { id: b.id, part: partB },
    ];
  }

  async #invite(contestant: Contestant): Promise<Part> {
    const { league_id, round_id, match_id, game_type } = this.#assignment;
    const invitation = () =>
      gameInvitation(this.#requests.identity(), {
        league_id,
        round_id,
        match_id,
        game_type,
        role_in_match: contestant.role,
        opponent_id: this.#opponentOf(contestant).id,
      });
    const answer = await this.#requests.ask(
      contestant,
      "handle_game_invitation",
      invitation,
      this.#asking.signal,
    );
    if (answer.kind !== "answered") return answer;
    const { accept, player_id } = answer.value;
    if (this.#setting.isDirect && this.#opponentOf(contestant).id !== player_id) contestant.id = player_id;
    if (accept) return { kind: "joined" };
    this.#grace ??= this.#setting.clock.after(declineGraceMs, () => this.#asking.abort());
    return { kind: "declined" };
  }

  async #askChoice(contestant: Contestant): Promise<Part> {
    const { round_id, match_id, game_type } = this.#assignment;
    const { caller, senderIdentity, standingsOf } = this.#setting;
    const { deadlineMs } = caller.row("choose_parity");
    const call = () =>
      chooseParityCall(this.#requests.identity(), {
        match_id,
        player_id: contestant.id,
        game_type,
        context: {
          opponent_id: this.#opponentOf(contestant).id,
          round_id,
          your_standings: standingsOf(contestant.id),
        },
        deadline: senderIdentity.now(deadlineMs ?? 0),
      });
    const answer = await this.#requests.ask(contestant, "choose_parity", call, this.#asking.signal, (reply) =>
      assertChoice(this.#setting.rules, reply.parity_choice),
    );
    return answer.kind === "answered" ? { kind: "chose", choice: answer.value.parity_choice } : answer;
  }

  #opponentOf(contestant: Contestant): Contestant {
    const [a, b] = this.#assignment.contestants;
    return contestant === a ? b : a;
  }
}

function hasChosen(participant: Participant): participant is Participant<ChoiceMade> {
  return participant.part.kind === "chose";
}

/** The contract may have choices that are none of this game. @throws LeagueRpcError E004 */
function assertChoice({ type, choice }: GameRules, chosen: Parity): void {
  if (choice.enum.includes(chosen)) return;
  throw new LeagueRpcError("E004", `chose "${chosen}"; the choices of ${type} are ${choice.enum.join(", ")}`);
}
