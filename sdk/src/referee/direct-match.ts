/**
 * The direct match of RS: two players by name and address, played at once and answered with the result (contract 3).
 * No retries, no report; a missed answer is the choice "none".
 */
import type { DirectMatchIn, DirectMatchResult, refereeCalls } from "@league-v2/contract";
import { provisionalSender } from "../agent/core/sender-identity.js";
import type { Trace } from "../agent/core/trace.js";
import type { AgentRuntime } from "../agent/serving/agent-runtime.js";
import type { GameRules } from "../game/rules.js";
import { hex, type Random } from "../platform/random.js";
import { Conclusion } from "./finalize-match.js";
import type { Assignment, Contestant } from "./match/assignment.js";
import { Match } from "./match/match.js";
import { Transcript } from "./match/transcript.js";

/** The ids of a match that belongs to no league. */
const frame = { league_id: "direct", round_id: 1 } as const;
const noMatches = { wins: 0, losses: 0, draws: 0, points: 0 };
const gameIdBytes = 4;

interface DirectMatchSetting {
  readonly runtime: AgentRuntime<typeof refereeCalls>;
  readonly rules: GameRules;
  readonly random: Random;
  readonly trace: Trace | undefined;
}

/** Rejects only when the referee is closed. */
export async function playDirectMatch(
  { match_id, player1, player2 }: DirectMatchIn,
  { runtime, rules, random, trace }: DirectMatchSetting,
): Promise<DirectMatchResult> {
  const { agentContext, senderIdentity, caller, signal, log } = runtime;
  const [a, b] = [contestantOf(player1, "PLAYER_A"), contestantOf(player2, "PLAYER_B")];
  const assignment: Assignment = { ...frame, match_id, game_type: rules.type, contestants: [a, b], trace };
  const conversation_id = runtime.newConversation(`conv-${match_id}`);
  const transcript = new Transcript(match_id, agentContext.clock, log);
  const names = `${player1.display_name} against ${player2.display_name}`;
  log({ level: "info", message: `starts ${names}, without a league`, match_id });
  const match = new Match(assignment, conversation_id, {
    rules,
    caller,
    senderIdentity,
    clock: agentContext.clock,
    random,
    signal,
    log,
    transcript,
    standingsOf: () => noMatches,
    onEvent: () => {},
    isDirect: true,
  });
  const outcome = await match.play();
  log({ level: "info", message: outcome.reason, match_id, data: outcome });
  // The caller that ordered the match gets the result in any case: no acknowledgement is awaited.
  await new Conclusion(outcome, { assignment, conversation_id, transcript, runtime }).notifyPlayers(
    new Set(),
  );
  const nameOf = new Map([
    [a.id, player1.display_name],
    [b.id, player2.display_name],
  ]);
  return {
    match_id,
    game_id: `game_${hex(agentContext.random, gameIdBytes)}`,
    player1: player1.display_name,
    player2: player2.display_name,
    player1_choice: outcome.choices[a.id] ?? "none",
    player2_choice: outcome.choices[b.id] ?? "none",
    dice_roll: outcome.drawn_number,
    dice_parity: outcome.number_parity,
    winner: nameOf.get(outcome.winner ?? "") ?? null,
    is_draw: outcome.status === "DRAW",
  };
}

/** Its id is the slug of its name, until it joins with another one. */
function contestantOf(
  { display_name, endpoint }: DirectMatchIn["player1"],
  role: Contestant["role"],
): Contestant {
  const id = provisionalSender("player", display_name).replace(/^player:/, "");
  return { id, role, endpoint };
}
