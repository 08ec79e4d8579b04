import type { Agent, RunningAgent } from "@league-v2/sdk";

/** The same agent, closed when the signal is aborted: even while it still tries to register, when nobody else holds it. */
export function interruptible<Running extends RunningAgent>(
  agent: Agent<Running>,
  stop: AbortSignal,
): Agent<Running> {
  return {
    role: agent.role,
    connect(link) {
      const running = agent.connect(link);
      const close = () => void running.close();
      if (stop.aborted) close();
      else stop.addEventListener("abort", close, { once: true });
      return running;
    },
  };
}
