import { keepAtHand } from "../agent/load-wire-parts.js";
import * as wireParts from "../agent/wire-parts.js";

export { SIMULATION_START, SimulatedClock } from "../doors/simulated-clock.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedWorld, urlOf, type WorldOptions } from "./simulated-world.js";

// Tests run on simulated time, where nobody waits for a module to be loaded.
keepAtHand(wireParts);
