import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { placeInReport } from "./importance.js";

const checks = (await loadChecks()).toSorted((a, b) => placeInReport(a) - placeInReport(b));
const places = new Map(checks.map(({ check }, place) => [check.id, place]));

/** One fault fails both checks of a row; the first line names the first. */
test.each([
  ["transport/notification/unanswered", "transport/batch/notifications"],
  ["transport/response/unknown-method", "transport/batch/mixed"],
  ["transport/response/says-2-0", "transport/hostile/scalar"],
])("%s stands before %s", (first, second) => {
  expect([...places.keys()]).toEqual(expect.arrayContaining([first, second]));
  expect(places.get(first)).toBeLessThan(places.get(second) ?? -1);
});

test("what is wrong in a message stands before what did not happen, where it is wrong", () => {
  const [observing, acting] = [
    "referee/report/names-the-match-throughout",
    "referee/join/loses-by-silence",
  ].map((id) => checks.find(({ check }) => check.id === id) ?? expect.fail(`there is no check ${id}`));
  if (observing === undefined || acting === undefined) return;
  expect(placeInReport(observing, "pass")).toBeGreaterThan(placeInReport(acting, "fail"));
  expect(placeInReport(observing, "fail")).toBeLessThan(placeInReport(acting, "fail"));
});
