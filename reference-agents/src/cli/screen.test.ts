import { describe, expect, it } from "vitest";
import { timeLeft } from "./progress.js";
import { screenOn } from "./screen.js";

describe("the time that is left", () => {
  it.each([
    [2, 100, 1000, ""],
    [50, 100, 10_000, "about 10 s left"],
    [10, 100, 30_000, "about 5 min left"],
    [100, 100, 30_000, ""],
  ])("%i of %i in %i ms: %s", (done, all, elapsedMs, text) => {
    expect(timeLeft(done, all, elapsedMs)).toBe(text);
  });
});

describe("a terminal for drawing", () => {
  const write = () => true;
  const stream = { isTTY: true, columns: 0, write };
  it.each([
    ["a terminal", stream, {}, true],
    ["a pipe", { write }, {}, false],
    ["a dumb terminal", stream, { TERM: "dumb" }, false],
    ["a CI job", stream, { CI: "true" }, false],
    ["a terminal with an empty CI", stream, { CI: "" }, true],
  ])("%s", (_name, place, environment, canDraw) => {
    expect(screenOn(place, environment) !== null).toBe(canDraw);
  });

  it("has a default size if it reports none", () => {
    expect(screenOn(stream, {})).toMatchObject({ columns: 80, rows: 24 });
  });
});
