/** A strategy that takes its time, so that a league of a few players lasts some seconds. */
import { setTimeout as pause } from "node:timers/promises";

const thinkingMs = 1000;

export default async function choose(): Promise<"even"> {
  await pause(thinkingMs);
  return "even";
}
