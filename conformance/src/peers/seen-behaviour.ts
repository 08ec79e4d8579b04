/** What the agent was seen to do in this run, so that the suite does not wait again and again for what never comes. */

export interface SeenBehaviour {
  readonly join: SeenStep;
  readonly choose: SeenStep;
  /** How many plain requests got no answer. */
  unansweredRequests: number;
  /** Every process of the agent that was started around a league manager of the suite. */
  readonly started: StartedProcess[];
}

export interface StartedProcess {
  token(): string | undefined;
  output(): string;
}

interface SeenStep {
  done: number;
  missed: number;
  /** How long it took where that was longer than its deadline, though the player was in no other match. In milliseconds. */
  late_ms: number[];
}

export function nothingSeen(): SeenBehaviour {
  const step = () => ({ done: 0, missed: 0, late_ms: [] });
  return { join: step(), choose: step(), unansweredRequests: 0, started: [] };
}
