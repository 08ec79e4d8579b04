/** Loads what an agent among its own kind does not need, when it is first needed. */
type WireParts = typeof import("./wire-parts.js");
export type OccasionalParts = typeof import("./occasional-parts.js");

export interface Parts {
  readonly wire: WireParts;
  readonly occasional: OccasionalParts;
}

let atHand: { -readonly [Name in keyof Parts]?: Parts[Name] } = {};

/** What other wire forms need: the profiles, negotiation, and the layer that reads them. */
export async function loadWireParts(): Promise<WireParts> {
  atHand.wire ??= await import("./wire-parts.js");
  return atHand.wire;
}

/** What happens now and then: explaining an invalid message, metrics, traces, going on with a kept registration. */
export async function loadOccasionalParts(): Promise<OccasionalParts> {
  atHand.occasional ??= await import("./occasional-parts.js");
  return atHand.occasional;
}

/** Uses the occasional parts: at once where they are loaded, else when they are. */
export function withOccasionalParts<T>(use: (parts: OccasionalParts) => T): T | Promise<T> {
  return atHand.occasional === undefined ? loadOccasionalParts().then(use) : use(atHand.occasional);
}

/** From now on nothing has to be loaded: on simulated time no real file is waited for. */
export function keepAtHand(parts: Parts): void {
  atHand = { ...parts };
}
