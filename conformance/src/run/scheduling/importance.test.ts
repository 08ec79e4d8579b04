/** The order of the checks in a report: the first line names the clause that was broken, before all consequences. */
import { expect, test } from "vitest";
import { loadChecks } from "../../checks/registry.js";
import { placeInReport } from "./importance.js";

const inOrder = (await loadChecks()).toSorted((a, b) => placeInReport(a) - placeInReport(b));
const ids = inOrder.map(({ check }) => check.id);

/** One fault fails both checks of a row; the first line names the first. */
test.each([
  ["transport/notification/never-answered", "transport/batch/notifications"],
  ["transport/response/unknown-method", "transport/batch/mixed"],
  ["transport/response/says-2-0", "transport/batch/mixed"],
])("%s stands before %s", (first, second) => {
  expect(ids).toEqual(expect.arrayContaining([first, second]));
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
});

test("what is wrong in a message stands before what did not happen, where it is wrong", () => {
  const wanted = ["referee/report/says-what-game-over-said", "referee/join/loses-by-silence"];
  const [observing, acting] = wanted.flatMap((id) => inOrder.filter(({ check }) => check.id === id));
  if (observing === undefined || acting === undefined) throw new Error("there are no such checks");
  expect(placeInReport(observing, "pass")).toBeGreaterThan(placeInReport(acting, "fail"));
  expect(placeInReport(observing, "fail")).toBeLessThan(placeInReport(acting, "fail"));
});
