/** Resolves after the current turn of the event loop. It orders work and does not measure time. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
