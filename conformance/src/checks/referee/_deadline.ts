/** What a choice call says of its own deadline. */
import type { RefereeBench } from "../../bench/referee-bench.js";
import type { JsonObject } from "../../json/scan.js";
import { readTime } from "./_time-text.js";
import { choiceDeadline } from "./_times.js";

/** RA writes its deadline to the second, and a message takes a moment to be written. */
const TOLERANCE_MS = 2_000;

/** @param at_ms when the call arrived, for one whose timestamp cannot be read */
export function setsItsDeadline(
  { expect }: RefereeBench,
  call: JsonObject,
  addressee: string,
  at_ms: number,
): void {
  const ahead = (readTime(call.deadline) ?? Number.NaN) - (readTime(call.timestamp) ?? at_ms);
  expect.that(Math.abs(ahead - choiceDeadline) <= TOLERANCE_MS, {
    diagnosis: `deadline of the choice call to ${addressee} is ${JSON.stringify(call.deadline)}, its timestamp ${JSON.stringify(call.timestamp)}; expected the time ${choiceDeadline} ms ahead`,
    expected: `${choiceDeadline} ms after the timestamp`,
    received: Number.isNaN(ahead) ? "no time" : `${ahead} ms after the timestamp`,
  });
}
