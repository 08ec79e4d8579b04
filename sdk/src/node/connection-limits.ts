/** The limits of a server for one address, and for all of them. A missing limit means no limit. */
export interface ConnectionLimits {
  /** Connections open at a time, from everywhere. A further one is closed unanswered. */
  connections?: number;
  /** The same from one address. */
  connectionsPerAddress?: number;
  /** Requests a second of one address in the long run; beyond it the answer is 429. */
  requestsPerSecond?: number;
  /** Requests of one address at once. Default: those of one second. */
  requestBurst?: number;
  /** Whether this machine counts as an address too. Default false: all agents of a machine would share one allowance. */
  limitLoopback?: boolean;
}
