export { type FetchHandlerOptions, fetchHandler } from "./fetch-handler.js";
export { type FetchTransportOptions, fetchTransport } from "./fetch-transport.js";
