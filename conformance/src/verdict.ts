/** How a check ends other than by returning, and what that means for its verdict. */
import { strongest } from "./clauses.js";
import type { Level, Verdict } from "./types.js";

export interface Finding {
  /** One sentence. */
  diagnosis: string;
  expected?: string;
  received?: string;
  hint?: string;
  /** The clauses that were broken, where they are fewer than those that the check decides. */
  clauses?: readonly string[];
  /** Almost every message of the agent is wrong in this way, so that other failures may follow from it. */
  everywhere?: boolean;
  /** The messages that are wrong: the transcript of a rule shows them and what came just before. */
  shownBy?: readonly Shown[];
}

/** A message of a recording: an answer of the agent, or one of its own requests. */
export interface Shown {
  /** As it was sent and received. */
  readonly raw: object;
}

/** The agent does not do what the clause says: `fail` for a MUST, `warn` for a SHOULD or MAY. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.diagnosis);
    this.finding = finding;
  }
}

/** Judges on behalf of these clauses: what is refuted names them, and not all that the check decides. */
export function onBehalfOf<T>(clauses: readonly string[], assert: () => T): T {
  try {
    return assert();
  } catch (error) {
    throw error instanceof CheckFailure ? blaming(error, clauses) : error;
  }
}

/** The same finding, against these clauses. */
export function blaming(failure: CheckFailure, clauses: readonly string[]): CheckFailure {
  return new CheckFailure({ ...failure.finding, clauses });
}

/** The situation of the clause could not be produced. */
export class NotExercised extends Error {
  override readonly name = "NotExercised";
  /** The clauses, judged by other checks, one of which the agent must have broken for this to happen. */
  readonly blockedBy: readonly string[];

  constructor(why: string, blockedBy: readonly string[] = []) {
    super(why);
    this.blockedBy = blockedBy;
  }
}

/** The agent does not claim the thing that the clause is about. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

/** Inside the timing margin, or the machine was too slow to decide. Such a check is repeated alone. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
}

export interface CheckOutcome extends Partial<Omit<Finding, "shownBy">> {
  verdict: Verdict;
  /** Of what was not exercised: the clauses that it needs, and that other checks judge. */
  blockedBy?: readonly string[];
}

/** The verdict for an error of a check. An unknown error is a fault of the suite, never of the agent. */
export function outcomeOf(thrown: unknown, level: Level): CheckOutcome {
  if (thrown instanceof CheckFailure) {
    const { shownBy, everywhere, ...finding } = thrown.finding;
    const broken = finding.clauses === undefined ? level : strongest(finding.clauses);
    return {
      verdict: broken === "must" ? "fail" : "warn",
      ...finding,
      ...(everywhere === true ? { everywhere } : {}),
    };
  }
  if (thrown instanceof NotExercised) {
    const { message, blockedBy } = thrown;
    return { verdict: "not-exercised", diagnosis: message, ...(blockedBy.length === 0 ? {} : { blockedBy }) };
  }
  if (thrown instanceof NotApplicable) return { verdict: "not-applicable", diagnosis: thrown.message };
  if (thrown instanceof Inconclusive) return { verdict: "inconclusive", diagnosis: thrown.message };
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return {
    verdict: "harness-error",
    diagnosis: text,
    hint: "This is a fault of the suite, not of your agent. Please report it.",
  };
}
