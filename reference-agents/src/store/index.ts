export { type OpenedLeague, type OpenOptions, openLeague } from "./open-league.js";
export { DamagedStore } from "./sql-database.js";
export { type StorePlace, storePlace } from "./store-place.js";
