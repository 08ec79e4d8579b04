/** The environment of a run: one clock, one source of random numbers, one network. The checks work with any of them. */
import type { Clock, Random, Transport } from "../sdk.js";
import type { Listener, ListenOptions, Script, Wire } from "../wire/types.js";

export interface Environment {
  /** Over sockets and on the machine's clock. */
  readonly real: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly wire: Wire;
  /** The transport of an agent in this process. */
  readonly transport: Transport;
  listen(script: Script, options?: ListenOptions): Promise<Listener>;
  /** A port without a listener (until a peer is started on it). */
  freePort(): Promise<number>;
  /** Runs the work to its end; a simulated environment advances its clock meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>;
}
