import { expect, test } from "vitest";
import { loadChecks } from "../../checks/registry.js";
import { Codec } from "../../profiles/codec.js";
import { loadProfile } from "../../profiles/load.js";
import { seededRandom } from "../../sdk.js";
import { placeInReport } from "./importance.js";
import { type Planned, plan, shuffled } from "./plan.js";

const checks = (await loadChecks()).filter(({ side }) => side === "referee" || side === "transport");
const codec = new Codec(loadProfile("canonical"));
const { planned } = plan(checks, { role: "referee", canStart: true, codec });
const order = (seed: string) => shuffled(planned, seededRandom(seed));
const names = (all: readonly Planned[]) => all.map(({ one }) => one.check.id);

test("a shuffled plan holds the same checks in another order", () => {
  expect(names(order("a")).toSorted()).toEqual(names(planned).toSorted());
  expect(names(order("a"))).not.toEqual(names(order("b")));
  expect(names(order("a"))).toEqual(names(order("a")));
});

test("among checks that mostly wait, none comes before one that waits more than twice as long", () => {
  const waits = order("a").flatMap(({ one, place }) => (place === "concurrent" ? [one.limitMs] : []));
  const tooLate = waits.filter((wait, i) => waits.slice(0, i).some((before) => wait > 2 * before));
  expect(waits.length).toBeGreaterThan(20);
  expect(tooLate).toEqual([]);
});

test("whether the referee plays at all is asked before what may disturb it", () => {
  const groups = planned.flatMap(({ one, place }) => (place === "shared" ? [one.group] : []));
  expect(groups.indexOf("choice")).toBeLessThan(groups.indexOf("batch"));
  expect(groups.lastIndexOf("assignment")).toBeLessThan(groups.indexOf("limit"));
});

test("watchers and observers stay after all that they look at", () => {
  const places = order("a").map(({ place }) => place === "watcher" || place === "observer");
  expect(places).toEqual(places.toSorted((a, b) => Number(a) - Number(b)));
});

test("of a referee that runs already, what is a MUST does not wait for what is not, nor the short for the long", () => {
  const running = plan(checks, { role: "referee", canStart: false, codec });
  const waiting = running.planned.flatMap(({ one, place }) => (place === "concurrent" ? [one] : []));
  const levels = waiting.map(({ level }) => level === "must");
  expect(levels).toEqual(levels.toSorted((a, b) => Number(b) - Number(a)));
  expect(new Set(levels).size).toBe(2);
  const lengths = waiting.flatMap(({ level, limitMs }) => (level === "must" ? [limitMs] : []));
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

// The order of the checks in a report: the first line names the clause that was broken, before all consequences.

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
