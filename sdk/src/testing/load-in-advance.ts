import { occasionalParts } from "../agent/assembly/load-occasional-parts.js";
import { wireParts } from "../agent/assembly/load-wire-parts.js";
import * as occasional from "../agent/assembly/occasional-parts.js";
import * as wire from "../agent/assembly/wire-parts.js";

/** Loads modules in advance, because simulated time does not wait for module loading. */
export function loadInAdvance(): void {
  occasionalParts.keep(occasional);
  wireParts.keep(wire);
}
