/** The agent's observed behaviour in this run, so that the suite does not wait repeatedly for messages that never come. */
import { UsualMessages } from "./usual-messages.js";

export interface SeenBehaviour {
  readonly join: SeenStep;
  readonly choose: SeenStep;
  /** The times of choices that were late or missing although the player was in no other match. */
  readonly lateChoices_ms: number[];
  /** What the player chose, in order. */
  readonly choices: unknown[];
  /** The player's answers to usual messages. */
  readonly usual: UsualMessages;
  /** How many plain requests got no answer. */
  unansweredRequests: number;
  /** Every process of the agent that was started around a league manager of the suite. */
  readonly started: StartedProcess[];
  readonly otherStart: OtherStart;
}

export interface StartedProcess {
  token(): string | undefined;
  output(): string;
}

/** The calls by which a manager begins its leagues that does not follow `start_league`. */
export interface OtherStart {
  /** The index of the call that has begun a league. */
  index?: number;
  /** How many leagues none of them has begun. */
  failures: number;
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
    usual: new UsualMessages(),
    unansweredRequests: 0,
    started: [],
    otherStart: { failures: 0 },
  };
}
