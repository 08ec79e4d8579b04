/** After everything else that the event loop has to do in this turn. It is an order of work, and measures no time. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
