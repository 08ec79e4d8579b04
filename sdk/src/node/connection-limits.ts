/**
 * The limits of a server for one address, and for all of them. A missing limit means no limit.
 * Apart from the limiter, so that a program without the types of Node can read it.
 */
export interface ConnectionLimits {
  /** The maximum number of open connections. A further one is closed without an answer. */
  connections?: number;
  /** The same for one address. */
  connectionsPerAddress?: number;
  /** The long-term rate of requests a second from one address; more are answered with 429. */
  requestsPerSecond?: number;
  /** The maximum burst of requests from one address. Default: the requests of one second. */
  requestBurst?: number;
  /** Whether this machine is limited, too. Default false: all agents of a machine would share one limit. */
  limitLoopback?: boolean;
}
