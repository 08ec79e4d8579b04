/** Lines at the end of a terminal that are redrawn in place. */
import type { Clock } from "@league-v2/sdk";
import { beginning } from "../league/text-width.js";
import { type Screen, widthOf } from "./screen.js";

export interface LiveArea {
  /** @param isDue true for lines that must be drawn; others are drawn at most every `pauseMs` */
  readonly show: (lines: () => readonly string[], isDue?: boolean) => void;
  readonly clear: () => void;
}

/** The least time between drawings, in ms: leagues in memory have thousands of events a second. */
const pauseMs = 100;

/** Loads the drawing code on demand: most commands never draw. */
export async function openLiveArea(screen: Screen, clock: Clock): Promise<LiveArea> {
  const { createLogUpdate } = await import("log-update");
  // The library uses only the size and the `write` method of a stream.
  const draw = createLogUpdate(screen as unknown as NodeJS.WritableStream, { showCursor: true });
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show(lines, isDue = false) {
      const now = clock.now();
      if (!isDue && now - drawnAt < pauseMs) return;
      drawnAt = now;
      const fitting = lines().slice(0, screen.rows - 1);
      draw(fitting.map((line) => beginning(line, widthOf(screen))).join("\n"));
    },
    clear: () => draw.clear(),
  };
}
