import { expect, test } from "vitest";
import { clauses } from "./clauses.js";
import { staleClauses } from "./reviewed.js";

test("a clause that was reworded, or is new, is stale", () => {
  const [first, second, third] = clauses;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("there are more clauses than that");
  const reviewed = { [first.id]: first.hash, [second.id]: "another" };
  expect(staleClauses([first, second, third], reviewed)).toEqual([second, third]);
});
