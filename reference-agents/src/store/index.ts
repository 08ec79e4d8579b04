export { type OpenedLeague, type OpenOptions, openLeague } from "./open-league.js";
export { DamagedStore } from "./store-fault.js";
export { type StorePlace, storePlace } from "./store-place.js";
