import { expect, test } from "vitest";
import { SimulatedClock } from "./sdk.js";
import { Transcript } from "./transcript.js";

test("what a check concludes is at the end, also of a transcript that was cut off", () => {
  const transcript = new Transcript(new SimulatedClock(0), 1);
  transcript.conclude("2 of 3 words were tried");
  transcript.note("the first");
  transcript.note("one too many");
  expect(transcript.entries.map(({ note }) => note)).toEqual([
    "the first",
    "… and 1 more, not kept",
    "2 of 3 words were tried",
  ]);
});
