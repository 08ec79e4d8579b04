/** Loads the parts for other wire forms, once. */
export type WireParts = typeof import("./wire-parts.js");

let atHand: WireParts | undefined;

/** Agents among their own kind never call it, and so never carry the profiles. */
export async function loadWireParts(): Promise<WireParts> {
  return atHand ?? import("./wire-parts.js");
}

/** From now on nothing has to be loaded: on simulated time nobody waits for a real file. */
export function keepAtHand(parts: WireParts): void {
  atHand = parts;
}
