import type { Agent, RunningAgent } from "@league-v2/sdk";

/**
 * The same agent, closed when the signal is aborted during its registration, before any other code holds it.
 * @param alone it registers nowhere, and there is nothing to interrupt
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
      const letGo = () => stop.removeEventListener("abort", close);
      running.registered.then(letGo, letGo);
      return running;
    },
  };
}
