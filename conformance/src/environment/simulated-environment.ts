import { SimulatedClock, seededRandom } from "../sdk.js";
import { MemoryNetwork } from "../wire/memory-network.js";
import { transportOver } from "../wire/sdk-agents.js";
import type { Environment } from "./environment.js";

/** A clock that advances from timer to timer and a network in memory: the same seed gives the same run, within milliseconds. */
export function simulatedEnvironment(seed: number): Environment {
  const clock = new SimulatedClock();
  const network = new MemoryNetwork(clock);
  return {
    real: false,
    clock,
    random: seededRandom(`${seed}/stage`),
    wire: network,
    transport: transportOver(network),
    listen: async (script, options) => network.listen(script, options),
    freePort: async () => network.freePort(),
    run: (work) => clock.run(work()),
  };
}
