/** How an agent in this process is killed: after that it sends nothing, and no timer runs. */
import type { AgentContext, Timer } from "../sdk.js";

/** The same context, and what cuts its clock and its transport off. */
export function killable(context: AgentContext): { context: AgentContext; kill(): void } {
  const { clock, transport } = context;
  const timers = new Set<Timer>();
  let isDead = false;
  const after = (ms: number, run: () => void): Timer => {
    if (isDead) return { cancel: () => undefined };
    const timer = clock.after(ms, () => {
      timers.delete(timer);
      run();
    });
    timers.add(timer);
    return {
      cancel: () => {
        timers.delete(timer);
        timer.cancel();
      },
    };
  };
  /** An answer to a dead agent never arrives. */
  const unlessDead = <T>(answer: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      answer.then(
        (value) => isDead || resolve(value),
        (error: unknown) => isDead || reject(error),
      );
    });
  return {
    context: {
      ...context,
      clock: { now: () => clock.now(), after },
      transport: {
        send: (request) => (isDead ? new Promise(() => undefined) : unlessDead(transport.send(request))),
      },
    },
    kill() {
      isDead = true;
      for (const timer of timers) timer.cancel();
    },
  };
}
