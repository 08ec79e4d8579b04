/**
 * Assertions of a check about the agent's answers. A failed assertion throws `CheckFailure`; every evaluated one counts
 * as evidence. `what` names the value for the diagnosis: "the match_id of the answer".
 */
import { isObject, sameJson, show, valueAt } from "./json.js";
import { CheckFailure, type Finding, Inconclusive, type Shown } from "./verdict.js";

interface Expectation {
  /** Equal as JSON: types count, the order of members does not. */
  is(expected: unknown, hint?: string): void;
  isNot(unwanted: unknown, hint?: string): void;
  isOneOf(allowed: readonly unknown[], hint?: string): void;
  isPresent(hint?: string): void;
  isAbsent(hint?: string): void;
  isText(hint?: string): void;
  isInteger(range?: { min?: number; max?: number }, hint?: string): void;
  isObject(hint?: string): void;
  matches(pattern: RegExp, description: string, hint?: string): void;
  hasLength(length: number, hint?: string): void;
  /** The same questions about a part of the value. */
  at(pointer: string): Expectation;
}

interface TimeExpectation {
  /** Not longer than the limit; inside the timing margin beyond it the check is inconclusive. */
  isAtMost(limit_ms: number, hint?: string): void;
  /** Not shorter than the limit; inside the timing margin before it the check is inconclusive. */
  isAtLeast(limit_ms: number, hint?: string): void;
}

/** An answer of the agent, in words. */
interface Described extends Shown {
  question: string;
  describe(): string;
  describeAsEnd(): string;
}

interface AnswerWords extends Pick<Finding, "hint" | "clauses"> {
  /** Begins the diagnosis; default: the name of the request. */
  what?: string;
  /** Ends the diagnosis; default: what was expected. */
  but?: string;
}

export interface Expect {
  /** @param shownBy the messages that hold the value, for a rule over a recording */
  (value: unknown, what?: string, ...shownBy: readonly (Shown | undefined)[]): Expectation;
  /** Any condition, with a custom finding. */
  that(condition: boolean, finding: Finding): void;
  /** A condition about the answer to a request, which the diagnosis describes. */
  answer(answer: Described | undefined, holds: boolean, expected: string, words?: AnswerWords): void;
  /** A duration in milliseconds, judged with the timing margin of this run. */
  time(elapsed_ms: number, what: string, ...shownBy: readonly Shown[]): TimeExpectation;
  /** How many expectations were looked at. */
  readonly assertionCount: number;
}

export function createExpect(margin_ms: () => number): Expect {
  let assertionCount = 0;

  const failure = (finding: Finding, shownBy: readonly Shown[], hint: string | undefined) =>
    new CheckFailure({
      ...finding,
      ...(shownBy.length === 0 ? {} : { shownBy }),
      ...(hint === undefined ? {} : { hint }),
    });

  const make = (value: unknown, what: string, shownBy: readonly Shown[]): Expectation => {
    const assert = (holds: boolean, expected: string, hint?: string): void => {
      assertionCount += 1;
      if (holds) return;
      const diagnosis = `${what} is ${show(value)}; expected ${expected}`;
      throw failure({ diagnosis, expected, received: show(value) }, shownBy, hint);
    };
    return {
      is: (expected, hint) => assert(sameJson(value, expected), show(expected), hint),
      isNot: (unwanted, hint) => assert(!sameJson(value, unwanted), `anything but ${show(unwanted)}`, hint),
      isOneOf: (allowed, hint) =>
        assert(
          allowed.some((one) => sameJson(value, one)),
          allowed.map((one) => show(one)).join(" or "),
          hint,
        ),
      isPresent: (hint) => assert(value !== undefined && value !== null, "a value", hint),
      isAbsent: (hint) => assert(value === undefined || value === null, "nothing", hint),
      isText: (hint) => assert(typeof value === "string" && value !== "", "a non-empty string", hint),
      isInteger: ({ min, max } = {}, hint) =>
        assert(
          Number.isInteger(value) &&
            Number(value) >= (min ?? -Infinity) &&
            Number(value) <= (max ?? Infinity),
          range(min, max),
          hint,
        ),
      isObject: (hint) => assert(isObject(value), "an object", hint),
      matches: (pattern, description, hint) =>
        assert(typeof value === "string" && pattern.test(value), description, hint),
      hasLength: (length, hint) =>
        assert(Array.isArray(value) && value.length === length, `a list of ${length}`, hint),
      at: (pointer) => make(valueAt(value, pointer), `${pointer} of ${what}`, shownBy),
    };
  };

  const time = (elapsed_ms: number, what: string, ...shownBy: readonly Shown[]): TimeExpectation => {
    const assert = (over_ms: number, expected: string, hint?: string): void => {
      assertionCount += 1;
      if (over_ms <= 0) return;
      const received = `${Math.round(elapsed_ms)} ms`;
      if (over_ms <= margin_ms()) {
        throw new Inconclusive(
          `${what} took ${received}; expected ${expected}, but the timing margin is ${margin_ms()} ms`,
        );
      }
      const diagnosis = `${what} took ${received}; expected ${expected}`;
      throw failure({ diagnosis, expected, received }, shownBy, hint);
    };
    return {
      isAtMost: (limit, hint) => assert(elapsed_ms - limit, `at most ${limit} ms`, hint),
      isAtLeast: (limit, hint) => assert(limit - elapsed_ms, `at least ${limit} ms`, hint),
    };
  };

  return Object.defineProperty(
    Object.assign(
      (value: unknown, what = "the value", ...shownBy: readonly (Shown | undefined)[]) =>
        make(
          value,
          what,
          shownBy.filter((one) => one !== undefined),
        ),
      {
        that(condition: boolean, finding: Finding): void {
          assertionCount += 1;
          if (!condition) throw new CheckFailure(finding);
        },
        answer(
          answer: Described | undefined,
          holds: boolean,
          expected: string,
          {
            what = answer?.question ?? "the request",
            but = `; expected ${expected}`,
            ...finding
          }: AnswerWords = {},
        ): void {
          assertionCount += 1;
          if (holds) return;
          throw new CheckFailure({
            diagnosis: `${what} ${answer?.describeAsEnd() ?? "got no answer"}${but}`,
            expected,
            received: answer?.describe() ?? "nothing",
            ...(answer === undefined ? {} : { shownBy: [answer] }),
            ...finding,
          });
        },
        time,
        assertionCount: 0,
      },
    ),
    "assertionCount",
    { get: () => assertionCount },
  );
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `an integer from ${min} to ${max}`;
  if (min !== undefined) return `an integer of at least ${min}`;
  return max === undefined ? "an integer" : `an integer of at most ${max}`;
}
