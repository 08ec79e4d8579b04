/** The `setImmediate` of the simulated clock: a browser's shortest timer takes 4 ms, a thousand times as long. */
export function installSetImmediate(): void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  const setImmediate = (run: () => void) => {
    waiting.push(run);
    port2.postMessage(null);
  };
  Object.assign(globalThis, { setImmediate });
}
