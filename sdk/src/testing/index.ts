import { keepAtHand } from "../agent/load-parts.js";
import * as occasional from "../agent/occasional-parts.js";
import * as wire from "../agent/wire-parts.js";

export { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedWorld, urlOf, type WorldOptions } from "./simulated-world.js";

// Tests run on simulated time, where nobody waits for a module to be loaded.
keepAtHand({ wire, occasional });
