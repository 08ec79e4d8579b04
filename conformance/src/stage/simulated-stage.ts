import { SimulatedClock, seededRandom } from "../doors.js";
import { MemoryNetwork } from "../wire/memory-network.js";
import type { Stage } from "./stage.js";

/** Time that jumps from timer to timer and a network in memory: the same seed gives the same run, in milliseconds. */
export function simulatedStage(seed: number): Stage {
  const clock = new SimulatedClock();
  const network = new MemoryNetwork(clock);
  return {
    real: false,
    clock,
    random: seededRandom(`${seed}/stage`),
    wire: network,
    transport: network,
    listen: async (script, options) => network.listen(script, options),
    freePort: async () => network.freePort(),
    run: (work) => clock.run(work()),
  };
}
