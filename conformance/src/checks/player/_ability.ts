/** What the player was seen to do in this run, so that nobody waits again and again for what never comes. */
import type { PlayerBench } from "../../bench/player-bench.js";
import type { Ledger } from "../../oracle/ledger.js";

export type Step = "join" | "choose";

interface Seen {
  done: number;
  missed: number;
}

/** One ledger, one run. */
const seenIn = new WeakMap<Ledger, Record<Step, Seen>>();

/** A step that was missed so often and never taken is not taken by this player. */
const OFTEN = 2;

function seen({ ledger }: PlayerBench, step: Step): Seen {
  const known = seenIn.get(ledger) ?? { join: { done: 0, missed: 0 }, choose: { done: 0, missed: 0 } };
  seenIn.set(ledger, known);
  return known[step];
}

export function noteStep(bench: PlayerBench, step: Step, done: boolean): void {
  seen(bench, step)[done ? "done" : "missed"] += 1;
}

/** Ends the check if this player never takes this step. */
export function assertHopeful(bench: PlayerBench, step: Step): void {
  const { done, missed } = seen(bench, step);
  if (done === 0 && missed >= OFTEN) bench.notExercised(`the player has not once been seen to ${step}`);
}

export function wasSeenTo(bench: PlayerBench, step: Step): boolean {
  return seen(bench, step).done > 0;
}
