import type { Agent, RunningAgent } from "@league-v2/sdk";

/**
 * The same agent, closed when the signal is aborted during its registration, when no caller has a reference to it yet.
 * @param alone true for an agent without a league: there is no registration to interrupt
 */
export function interruptible<Running extends RunningAgent>(
  agent: Agent<Running>,
  stop: AbortSignal,
  alone: boolean,
): Agent<Running> {
  return {
    role: agent.role,
    connect(agentContext) {
      const running = agent.connect(agentContext);
      if (alone) return running;
      const close = () => void running.close();
      if (stop.aborted) close();
      else stop.addEventListener("abort", close, { once: true });
      const removeListener = () => stop.removeEventListener("abort", close);
      running.registered.then(removeListener, removeListener);
      return running;
    },
  };
}
