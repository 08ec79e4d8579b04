/** The time by which every league must be over, under any faults: the sum of all permitted waits. */
import { methods, protocol } from "@league-v2/contract";
import type { Plan } from "./plan.js";

/** Factor for slow clocks, which make every wait longer. */
const slack = 1.5;

/** The time that an agent may need to detect a fault. */
const recoveryMs = 60_000;

/** Milliseconds of simulated time. */
export function longestLeagueMs({ players, faults }: Plan): number {
  const rounds = players % 2 === 0 ? players - 1 : players;
  const matchesPerRound = Math.floor(players / 2);
  const { refereesPerMatch, unplayedRoundRetries, unplayedRoundPauseMs } = protocol.league;
  const announcing = (unplayedRoundRetries + 1) * (methods.notify_round.deadlineMs + unplayedRoundPauseMs);
  const summingUp = methods.update_standings.deadlineMs + methods.notify_round_completed.deadlineMs;
  // The worst case: one referee that runs one match at a time, and each match is leased as often as the protocol allows.
  const matches = matchesPerRound * refereesPerMatch * longestTryMs();
  const registration = 2 * chain(methods.register_player);
  const troubles = faults.reduce((sum, fault) => {
    if (fault.kind === "partition" || fault.kind === "slow-disk") return sum + fault.forMs + recoveryMs;
    if ("downMs" in fault) return sum + fault.downMs + recoveryMs;
    return sum + ("ms" in fault ? (fault.ms ?? 0) : 0);
  }, 0);
  return slack * (registration + rounds * (announcing + matches + summingUp) + troubles);
}

/** One referee and one match: from the first attempt to lease the match until the referee gives it up. */
function longestTryMs(): number {
  const { run_match, handle_game_invitation, choose_parity, notify_match_result, report_match_result } =
    methods;
  const steps = [run_match, handle_game_invitation, choose_parity, notify_match_result, report_match_result];
  return steps.reduce<number>((sum, step) => sum + chain(step), protocol.retries.pauseMs);
}

/** All attempts of one step with the pauses between them. */
function chain(step: {
  readonly deadlineMs: number;
  readonly retries: number;
  readonly retryPauseMs: number | null;
}) {
  const { deadlineMs, retries, retryPauseMs } = step;
  return (retries + 1) * deadlineMs + retries * (retryPauseMs ?? protocol.backoff.maximumMs);
}
