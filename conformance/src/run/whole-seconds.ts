/** Some agents refuse a time with a fraction of the second, a fault that is reported once, under TRN-ENV-10. */
import type { RunContext } from "../fixtures/context.js";
import type { Answer } from "../peers/answer.js";

const INVALID_TIMESTAMP = "E021";

/** A refusal for the time of a message. */
export function isOfTime(answer: Answer): boolean {
  return answer.outcome === "refusal" && answer.refusal.league === INVALID_TIMESTAMP;
}

/**
 * Probes with times in whole seconds; if a probe is understood, the whole run uses them.
 *
 * @returns undefined where it is not understood either
 */
export async function inWholeSeconds<T>(
  context: RunContext,
  look: () => Promise<T>,
  isUnderstood: (seen: T) => boolean,
): Promise<T | undefined> {
  context.wholeSeconds = true;
  const seen = await look();
  if (isUnderstood(seen)) return seen;
  context.wholeSeconds = false;
  return undefined;
}

export function wholeSecondsNotes({ wholeSeconds, role }: RunContext): string[] {
  if (wholeSeconds !== true) return [];
  return [
    `the ${role} refuses or does not use times with a fraction of the second: the suite sends them in whole seconds, except in transport/envelope/utc-forms`,
  ];
}
