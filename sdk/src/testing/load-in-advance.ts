import { occasionalParts } from "../agent/assembly/load-occasional-parts.js";
import { wireParts } from "../agent/assembly/load-wire-parts.js";
import * as occasional from "../agent/assembly/occasional-parts.js";
import * as wire from "../agent/assembly/wire-parts.js";

/** Tests run on simulated time, where no code waits for a module to be loaded. */
export function loadInAdvance(): void {
  occasionalParts.keep(occasional);
  wireParts.keep(wire);
}
