/** The whole recording as events, for a saved page. */
import type { ViewerEvent } from "../events.js";
import { Converter } from "./convert.js";
import type { Recording } from "./recording.js";

export function eventsOf({ entries }: Recording): ViewerEvent[] {
  const converter = new Converter();
  return entries.map(({ recorded }) => converter.convert(recorded));
}
