/**
 * What a configuration may state, and cannot change: these are data of the contract, and the same for all agents of a league (D149).
 * `timeout` is that of RS's `referee.json`, in seconds.
 */
import { methods, protocol } from "@league-v2/contract";

const { deadlineMs, retries } = methods.choose_parity;
const msPerSecond = 1000;

export const contractValues: { readonly [name: string]: unknown } = {
  timeout: deadlineMs / msPerSecond,
  max_retries: retries,
  points: protocol.points,
};
