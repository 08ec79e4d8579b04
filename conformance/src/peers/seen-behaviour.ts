/** The agent's observed behaviour in this run, so that the suite does not wait repeatedly for messages that never come. */

export interface SeenBehaviour {
  readonly join: SeenStep;
  readonly choose: SeenStep;
  /** How long the choices took that came after their deadline, or never, though the player was in no other match. */
  readonly lateChoices_ms: number[];
  /** What the player chose, in order. */
  readonly choices: unknown[];
  readonly ends: SeenEnds;
  /** How many plain requests got no answer. */
  unansweredRequests: number;
  /** Every process of the agent that was started around a league manager of the suite. */
  readonly started: StartedProcess[];
}

export interface StartedProcess {
  token(): string | undefined;
  output(): string;
}

/** Of matches, by their ids. */
interface SeenEnds {
  /** A GAME_OVER was sent, of whatever kind. */
  readonly sent: Set<string>;
  /** Ended in a usual way, and which of these ends the player refused. */
  readonly done: Set<string>;
  readonly refused: string[];
}

interface SeenStep {
  done: number;
  missed: number;
}

export function nothingSeen(): SeenBehaviour {
  const step = () => ({ done: 0, missed: 0 });
  return {
    join: step(),
    choose: step(),
    lateChoices_ms: [],
    choices: [],
    ends: { sent: new Set(), done: new Set(), refused: [] },
    unansweredRequests: 0,
    started: [],
  };
}
