import { command } from "./command.js";
import { simulateFields } from "./simulate-fields.js";

export const simulateCommand = command({
  name: "simulate",
  summary: "play leagues with injected faults, on simulated time",
  details: `Whole leagues on simulated time, network and disk: messages are lost, late and doubled, agents crash and come
back, clocks are wrong, players send false messages. All faults follow from the seed. After every message and every access to the store
the invariants are checked; a league that breaks one is reduced as far as possible and printed with its plan. The exit
status is 1 then. reference-agents/docs/simulation.md of the repository names the invariants.`,
  fields: simulateFields,
  examples: [
    ["league simulate --seeds 1000", "leagues with the seeds 1 to 1000"],
    ["league simulate --seed 4711 --seeds 1", "that one league again"],
    ["league simulate --faults crash,store-crash --players 4", "small leagues in which processes die"],
    ["league simulate --plan broken.json --trace", "a printed plan, with every event of its league"],
  ],
  run: async (settings, context) => (await import("./run-simulate.js")).runSimulate(settings, context),
});
