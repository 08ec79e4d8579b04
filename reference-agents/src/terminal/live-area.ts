/** Lines at the end of a terminal that are drawn again in their place. */
import type { Clock } from "@league-v2/sdk";
import { beginning } from "../league/text-width.js";
import { type Screen, widthOf } from "./screen.js";

export interface LiveArea {
  /** @param isDue true for what must be seen; anything else is drawn only now and then */
  readonly show: (lines: () => readonly string[], isDue?: boolean) => void;
  readonly clear: () => void;
}

/** Leagues in memory have thousands of events a second, in ms. */
const pauseMs = 100;

/** Loads the drawing code on demand: most commands never draw. */
export async function openLiveArea(screen: Screen, clock: Clock): Promise<LiveArea> {
  const { createLogUpdate } = await import("log-update");
  // It takes the size and the method to write from a stream, and nothing else.
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
