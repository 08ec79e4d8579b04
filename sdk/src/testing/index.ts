import { loadInAdvance } from "./simulated-platform.js";

export { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
export { matchJournalContract, registrationStoreContract } from "./contract-tests/agent-store-contracts.js";
export { type StoreContractOptions, storeContract } from "./contract-tests/store-contract.js";
export type { Expectation, TestFunctions } from "./contract-tests/test-functions.js";
export { type PlayLeagueOptions, playLeague } from "./play-league.js";
export { SimulatedPlatform, type SimulatedPlatformOptions, urlOf } from "./simulated-platform.js";

loadInAdvance();
