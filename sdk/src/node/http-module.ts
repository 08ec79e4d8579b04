import process from "node:process";

/**
 * node:http by `require`. An ESM import reads all its exports, one of which loads the whole of undici:
 * 100 ms of processor time at each start (Node 24).
 */
export const http = process.getBuiltinModule("node:http");

/** Loaded only where TLS is used, so that other agents start faster. */
export const loadHttps = () => process.getBuiltinModule("node:https");
