import { expect, test } from "vitest";
import { clauses } from "./clause.js";
import { staleClauses, withAccepted } from "./reviewed.js";

const [first, second, third] = clauses;
if (first === undefined || second === undefined || third === undefined)
  throw new Error("there are more clauses than that");
const three = [first, second, third];

test("a clause that was reworded, or is new, is stale", () => {
  expect(staleClauses(three, { [first.id]: first.hash, [second.id]: "another" })).toEqual([second, third]);
});

test("accepting one clause leaves another stale that was reworded, and drops what is no clause any more", () => {
  const reviewed = { [first.id]: first.hash, [second.id]: "another", "PLY-GONE-01": "gone" };
  const accepted = withAccepted(three, [third], reviewed);
  expect(staleClauses(three, accepted)).toEqual([second]);
  expect(accepted).not.toHaveProperty("PLY-GONE-01");
});
