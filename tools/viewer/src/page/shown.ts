/** The state that every part of the page needs. */
import type { Timeline } from "../timeline.js";
import type { Choices, Choose } from "./fragment.js";

export interface Shown {
  readonly timeline: Timeline;
  /** The moment that is shown. */
  readonly t: number;
  readonly choices: Choices;
  readonly choose: Choose;
}
