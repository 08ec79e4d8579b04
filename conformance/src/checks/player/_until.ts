import type { PlayerBench } from "../../bench/player-bench.js";

const POLL_MS = 200;

/** Asks again and again until the answer is yes or the time is up. */
export async function until(
  { clock, pause }: PlayerBench,
  withinMs: number,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const end = clock.now() + withinMs;
  while (clock.now() < end) {
    if (await ask()) return true;
    await pause(POLL_MS);
  }
  return ask();
}
