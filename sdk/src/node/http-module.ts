import process from "node:process";

/**
 * node:http as `require` gives it. An ESM import of it reads all its exports, one of which loads the whole of undici:
 * 100 ms of processor time at each start (Node 24).
 */
export const http = process.getBuiltinModule("node:http");

/** Loaded where TLS is used: the start of an agent without it does not pay for it. */
export const loadHttps = () => process.getBuiltinModule("node:https");
