/** How an agent in this process is killed: after that it sends nothing, and no timer runs. */
import type { AgentContext, Timer } from "../sdk.js";

export class KillSwitch {
  private readonly timers = new Set<Timer>();
  private dead = false;

  /** The same context, whose clock and transport `end` cuts off. */
  of(link: AgentContext): AgentContext {
    const { clock, transport } = link;
    return {
      ...link,
      clock: { now: () => clock.now(), after: (ms, run) => this.after(link, ms, run) },
      transport: {
        send: (request) =>
          this.dead ? new Promise(() => undefined) : this.unlessDead(transport.send(request)),
      },
    };
  }

  end(): void {
    this.dead = true;
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
  }

  /** An answer to a dead agent never arrives. */
  private unlessDead<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => this.dead || resolve(value),
        (error: unknown) => this.dead || reject(error),
      );
    });
  }

  private after({ clock }: AgentContext, ms: number, run: () => void): Timer {
    if (this.dead) return { cancel: () => undefined };
    const timer = clock.after(ms, () => {
      this.timers.delete(timer);
      if (!this.dead) run();
    });
    this.timers.add(timer);
    return {
      cancel: () => {
        this.timers.delete(timer);
        timer.cancel();
      },
    };
  }
}
