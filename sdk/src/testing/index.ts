import { loadInAdvance } from "./load-in-advance.js";

export { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedPlatform, type SimulatedPlatformOptions, urlOf } from "./simulated-platform.js";

loadInAdvance();
