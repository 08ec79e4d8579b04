export { type FaultHook, MemoryNetwork, type NetworkFault } from "./memory-network.js";
