import { expect as check, test } from "vitest";
import { createExpect } from "./expect.js";
import { CheckFailure, Inconclusive, NotExercised, outcomeOf } from "./verdict.js";

const expect = createExpect(() => 25);

test("an expectation that holds is counted, one that does not says what was wanted and what came", () => {
  const own = createExpect(() => 0);
  own({ a: [1] }, "the thing")
    .at("/a/0")
    .is(1);
  own("even").isOneOf(["even", "odd"]);
  check(own.assertionCount).toBe(2);
  check(() => own("evn", "parity_choice").isOneOf(["even", "odd"], "in lower case")).toThrow(
    check.objectContaining({
      finding: {
        diagnosis: 'parity_choice is "evn"; expected "even" or "odd"',
        expected: '"even" or "odd"',
        received: '"evn"',
        hint: "in lower case",
      },
    }),
  );
});

test.each<[string, () => void]>([
  ["is", () => expect(1).is("1")],
  ["isNot", () => expect(1).isNot(1)],
  ["isPresent", () => expect(null).isPresent()],
  ["isAbsent", () => expect(0).isAbsent()],
  ["isText", () => expect("").isText()],
  ["isInteger", () => expect(1.5).isInteger()],
  ["isInteger in a range", () => expect(11).isInteger({ min: 1, max: 10 })],
  ["isObject", () => expect([]).isObject()],
  ["matches", () => expect("x").matches(/y/, "a y")],
  ["hasLength", () => expect([1]).hasLength(2)],
  ["at", () => expect({}).at("/constructor").isPresent()],
])("%s refutes", (_, look) => {
  check(look).toThrow(CheckFailure);
});

test("a time inside the margin is inconclusive", () => {
  expect.time(5_000, "it").isAtMost(5_000);
  expect.time(5_000, "it").isAtLeast(5_000);
  check(() => expect.time(5_020, "it").isAtMost(5_000)).toThrow(Inconclusive);
  check(() => expect.time(5_030, "it").isAtMost(5_000)).toThrow(CheckFailure);
  check(() => expect.time(4_980, "it").isAtLeast(5_000)).toThrow(Inconclusive);
  check(() => expect.time(4_970, "it").isAtLeast(5_000)).toThrow(CheckFailure);
});

test("how a check ends is its verdict", () => {
  check(outcomeOf(new CheckFailure({ diagnosis: "d" }), "must").verdict).toBe("fail");
  check(outcomeOf(new CheckFailure({ diagnosis: "d" }), "should").verdict).toBe("warn");
  check(outcomeOf(new NotExercised("w"), "must")).toEqual({ verdict: "not-exercised", diagnosis: "w" });
  check(outcomeOf(new Error("e"), "may").verdict).toBe("harness-error");
});
