/** What an agent that was killed and started again may do about its registration, and what it must not. */

import { show } from "../json/text.js";
import type { ScriptedManager } from "../peers/scripted-manager.js";
import { aWhile, registrationPatience } from "../time/mandates.js";
import type { AgentUnderTest } from "./agent.js";
import type { BenchBase } from "./base.js";

export interface RestartedAgent {
  /** The agent spoke up by itself, or had time to. */
  settled(): Promise<void>;
  /** Whether it has registered since. */
  registeredAgain(): boolean;
  /** That it has either not registered again, or repeated its registration (D87: name, endpoint and conversation). */
  judge(): void;
}

/** Called before it is killed. From then on its league manager knows it, and gives it what it had. */
export function restartedAgent(
  bench: BenchBase,
  agent: AgentUnderTest,
  manager: ScriptedManager,
): RestartedAgent {
  const first = agent.registration ?? bench.notExercised("the agent has not registered");
  const known = manager.registrations.length;
  const later = () => manager.registrations.slice(known);
  manager.policy = (attempt) => manager.accept(attempt, first.granted ?? { id: "", token: "" });
  return {
    settled: async () => {
      await manager.post.until(() => later()[0], aWhile());
      await bench.pause(aWhile() / 4);
    },
    registeredAgain: () => later().length > 0,
    judge: () => {
      for (const again of later()) {
        const told = (one: typeof first) => [one.displayName, one.endpoint, one.message.conversation_id];
        bench.expect.that(show(told(again)) === show(told(first)), {
          diagnosis: `started again, it registered as ${show(told(again))}; it is registered as ${show(told(first))}, so a league manager takes it for another agent of the same name`,
          expected: "no registration, or the first one again",
          received: show(told(again)),
          hint: "Store the id and the token, or the conversation_id of the registration, before you use them.",
        });
      }
    },
  };
}

/** Long enough to be started again, to register again, and to be asked twice. In milliseconds. */
export const RESTART_MS = 2 * registrationPatience();
