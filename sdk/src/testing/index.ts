import { loadInAdvance } from "./simulated-platform.js";

export { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
export { matchJournalContract } from "./contract-tests/journal-contract.js";
export { registrationStoreContract } from "./contract-tests/registration-contract.js";
export { type StoreContractOptions, storeContract } from "./contract-tests/store-contract.js";
export type { Expectation, TestFunctions } from "./contract-tests/test-functions.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedPlatform, type SimulatedPlatformOptions, urlOf } from "./simulated-platform.js";

loadInAdvance();
