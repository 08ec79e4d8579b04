export { MemoryNetwork } from "./memory-network.js";
export type { FaultHook, NetworkFault } from "./network-fault.js";
