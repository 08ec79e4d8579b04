export { SIMULATION_START, SimulatedClock } from "../doors/simulated-clock.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedWorld, urlOf, type WorldOptions } from "./simulated-world.js";
