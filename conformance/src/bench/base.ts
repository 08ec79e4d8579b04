/** What every bench offers, whichever role is under test. */

import type { WireProfile } from "@league-v2/sdk/wire";
import type { Clock, Random } from "../doors.js";
import type { Expect } from "../expect.js";
import type { Ledger } from "../oracle/ledger.js";
import type { Answer, Refusal } from "../peers/answer.js";
import type { Env, WireForm } from "../peers/env.js";
import type { Dialect } from "../profiles/types.js";
import { pause } from "../time/pause.js";
import { Inconclusive, NotApplicable, NotExercised, Refuted } from "../verdict.js";

export interface TwinOptions {
  /** In which one thing the two differ, for the diagnosis: "/parity_choice" or "no auth_token". */
  differ: string;
  /** Sends the valid one. */
  valid: () => Promise<Answer>;
  /** Sends the invalid one. */
  invalid: () => Promise<Answer>;
  /** Right reasons for the refusal: JSON-RPC codes and E-codes. A refusal that bears neither counts as right. */
  because?: readonly (number | string)[];
}

export class BenchBase {
  readonly expect: Expect;
  readonly clock: Clock;
  /** Seeded for this check: the same seed, the same check. */
  readonly random: Random;
  readonly profile: WireProfile;
  /** Whose messages the wire form is made from: what `flat` leaves out is not asked of it. */
  readonly dialect: Dialect;
  readonly form: WireForm;
  /** What the oracle has seen in the whole run so far. */
  readonly ledger: Ledger;
  /** How many generated negatives to send for each message (`--fuzz`). */
  readonly fuzz: number;
  /** Whether this runs over sockets. */
  readonly real: boolean;
  protected readonly env: Env;

  constructor(env: Env, expect: Expect, random: Random) {
    this.env = env;
    this.expect = expect;
    this.clock = env.stage.clock;
    this.random = random;
    this.profile = env.codec.profile;
    this.dialect = env.codec.dialect;
    this.form = env.wireForm;
    this.ledger = env.ledger;
    this.fuzz = env.fuzz;
    this.real = env.stage.real;
  }

  /** Lets time pass. */
  pause = (ms: number): Promise<void> => {
    return pause(this.clock, ms);
  };

  /**
   * Expectations that only a machine can meet which is never late by more than `slack_ms`. If one does not hold, and this
   * machine was later than that, nothing is proven.
   */
  timely = (slack_ms: number, look: () => void): void => {
    try {
      look();
    } catch (error) {
      const margin = this.env.margin_ms();
      if (!(error instanceof Refuted) || margin <= slack_ms) throw error;
      throw new Inconclusive(
        `${error.diagnosis}; but the timing margin is ${margin} ms, and only ${slack_ms} ms were to spare`,
      );
    }
  };

  /** A line in the transcript. */
  note = (text: string): void => {
    this.env.recorder.transcript.note(text);
  };

  notExercised = (why: string): never => {
    throw new NotExercised(why);
  };

  notApplicable = (why: string): never => {
    throw new NotApplicable(why);
  };

  /**
   * The twin control: the valid message must be accepted, and the invalid one, which differs in one thing, refused.
   * If the valid one is refused too, the refusal proves nothing and the check is not exercised.
   */
  twins = async ({ differ, valid, invalid, because }: TwinOptions): Promise<Refusal> => {
    const accepted = await valid();
    if (accepted.outcome !== "message") {
      throw new NotExercised(
        `the valid twin was not accepted (${accepted.describe()}), so that refusing the other would prove nothing`,
      );
    }
    return this.refused(await invalid(), differ, because);
  };

  /** That the agent refused, and for one of the right reasons. */
  refused = (answer: Answer, differ: string, because?: readonly (number | string)[]): Refusal => {
    this.expect.that(answer.outcome === "refusal", {
      diagnosis: `${answer.question} with a wrong ${differ} was answered with ${answer.describe()}; expected an error`,
      expected: because === undefined ? "an error" : `an error: ${because.join(" or ")}`,
      received: answer.describe(),
    });
    const { refusal } = answer;
    if (refusal.code === undefined && refusal.league === undefined) return refusal;
    if (because === undefined || because.some((one) => one === refusal.code || one === refusal.league))
      return refusal;
    throw new Refuted({
      diagnosis: `${answer.question} with a wrong ${differ} was refused for another reason: ${answer.describe()}`,
      expected: because.join(" or "),
      received: answer.describe(),
    });
  };
}
