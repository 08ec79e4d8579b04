import { occasionalParts } from "../agent/load-occasional-parts.js";
import { wireParts } from "../agent/load-wire-parts.js";
import * as occasional from "../agent/occasional-parts.js";
import * as wire from "../agent/wire-parts.js";

/** Tests run on simulated time, where no code waits for a module to be loaded. */
export function loadInAdvance(): void {
  occasionalParts.keep(occasional);
  wireParts.keep(wire);
}
