import { loadInAdvance } from "./load-in-advance.js";

export { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
export { matchJournalContract } from "./contracts/journal-contract.js";
export { registrationStoreContract } from "./contracts/registration-contract.js";
export { type StoreContractOptions, storeContract } from "./contracts/store-contract.js";
export type { Expectation, TestFunctions } from "./contracts/test-functions.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedPlatform, type SimulatedPlatformOptions, urlOf } from "./simulated-platform.js";

loadInAdvance();
