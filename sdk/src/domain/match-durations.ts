/** The longest valid duration of a match (contract 6): after that its referee counts as failed. */
import { methods, protocol } from "@league-v2/contract";

/** Milliseconds from the acknowledgement of run_match to the last moment at which its report can arrive. */
export function longestMatchMs(): number {
  const { handle_game_invitation, choose_parity, notify_match_result, report_match_result } = methods;
  return (
    chain(handle_game_invitation) +
    chain(choose_parity) +
    chain(notify_match_result) +
    chain(report_match_result)
  );
}

/** The longest lease of a match, in milliseconds: from the first attempt to assign it to the end of its longest course. */
export function longestMatchLeaseMs(): number {
  return chain(methods.run_match) + longestMatchMs();
}

/** All attempts of one step with the pauses between them. */
function chain(row: {
  readonly deadlineMs: number;
  readonly retries: number;
  readonly retryPauseMs: number | null;
}): number {
  return (row.retries + 1) * row.deadlineMs + row.retries * (row.retryPauseMs ?? protocol.backoff.maximumMs);
}
