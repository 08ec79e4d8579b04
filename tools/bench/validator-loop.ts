/** Repetitions between two readings of the clock. */
const TIMES = 20;

export function checksPerSecond(
  check: (message: unknown) => boolean,
  messages: readonly unknown[],
  milliseconds: number,
): number {
  const begin = performance.now();
  let accepted = 0;
  let checks = 0;
  let elapsed = 0;
  while (elapsed < milliseconds) {
    for (let time = 0; time < TIMES; time++) for (const message of messages) if (check(message)) accepted++;
    checks += messages.length * TIMES;
    elapsed = performance.now() - begin;
  }
  // Of each list all or none are accepted; and the engine must not find that the result is unused.
  if (accepted !== 0 && accepted !== checks)
    throw new Error(`${accepted} of ${checks} messages were accepted`);
  return checks / (elapsed / 1000);
}
