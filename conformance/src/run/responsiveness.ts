/**
 * Whether the agent has ever sent a message. An agent that accepts every message and answers none would cost each check its
 * whole time; after a few messages without an answer in their full time, the run ends.
 */

import { answeredNothing } from "../cut-short.js";
import type { Environment } from "../environment/environment.js";
import { answerLimit, deadlineOf, gracePeriodMs } from "../time/protocol-deadlines.js";

/** The number of unanswered messages after which a silent agent is given up. */
const UNANSWERED_LIMIT = 3;

/** How long a silent agent is waited for, however few the checks are. In milliseconds. */
export function silenceLimitMs(): number {
  return UNANSWERED_LIMIT * answerLimit(deadlineOf("ROUND_ANNOUNCEMENT")) + gracePeriodMs();
}

export class Responsiveness {
  /** The environment, with every exchange in it observed. */
  readonly environment: Environment;
  /** Resolves with the reason when the agent is given up. */
  readonly givenUp: Promise<string>;
  private giveUp: (why: string) => void = () => undefined;
  private hasResponded = false;
  private unanswered = 0;

  constructor(environment: Environment) {
    this.givenUp = new Promise((resolve) => {
      this.giveUp = resolve;
    });
    this.environment = {
      ...environment,
      wire: {
        exchange: async (request) => {
          const outcome = await environment.wire.exchange(request);
          if (outcome.kind === "reply") this.hasResponded = true;
          else if (outcome.reason === "timeout") this.missed(outcome.timing.end_ms - outcome.timing.sent_ms);
          return outcome;
        },
      },
      listen: (script, options) =>
        environment.listen((arrival) => {
          this.hasResponded = true;
          return script(arrival);
        }, options),
    };
  }

  private missed(ms: number): void {
    if (this.hasResponded || ms < deadlineOf("GAME_INVITATION")) return;
    this.unanswered += 1;
    if (this.unanswered < UNANSWERED_LIMIT) return;
    const why = answeredNothing(this.unanswered);
    // The checks that have just missed their answer still say so.
    this.environment.clock.after(gracePeriodMs(), () => {
      if (!this.hasResponded) this.giveUp(why);
    });
  }
}
