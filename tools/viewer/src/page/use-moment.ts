/** The shown moment: the latest one, a selected one, or a moving one during playback. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { type FoldedTime, foldIdle, idleLimit } from "../fold-idle.js";
import type { Timeline } from "../timeline.js";
import type { Choices, Choose } from "./fragment.js";

export interface Moment {
  /** ms since the epoch. */
  readonly t: number;
  readonly axis: FoldedTime;
  /** True while the view follows the latest moment. */
  readonly isLatest: boolean;
  readonly plays: boolean;
  readonly go: (t: number) => void;
  readonly goLatest: () => void;
  readonly togglePlay: () => void;
}

/** A whole league is played back in this time. */
const playbackMs = 24_000;
const liveTickMs = 200;

/** @param offset the league's clock minus this machine's clock, in ms; null if the league is not live */
export function useMoment(
  timeline: Timeline,
  choices: Choices,
  choose: Choose,
  offset: number | null,
): Moment {
  const [first, last] = timeline.span;
  const axis = useMemo(() => foldIdle(timeline.moments, idleLimit(timeline.moments)), [timeline]);
  const [plays, setPlays] = useState(false);
  const isLatest = choices.t === null;
  const isRunning =
    isLatest && offset !== null && timeline.completed === null && timeline.head?.clock === "real";
  const now = useNow(isRunning);
  const latest = isRunning ? Math.max(last, now + offset) : last;
  const t = choices.t === null ? latest : Math.min(last, Math.max(first, first + choices.t));

  const go = useCallback(
    (moment: number) => choose({ t: Math.round(Math.min(last, Math.max(first, moment)) - first) }),
    [choose, first, last],
  );
  const goLatest = useCallback(() => choose({ t: null }), [choose]);
  const togglePlay = useCallback(() => {
    setPlays((playing) => !playing);
    if (!plays && t >= last) choose({ t: 0 });
  }, [plays, t, last, choose]);

  useEffect(() => {
    if (!plays) return;
    const before = performance.now();
    const step = (time: number) => {
      const passed = Math.max(1, time - before);
      const place = axis.placeOf(t) + (passed * axis.length) / playbackMs;
      if (place >= axis.length) {
        setPlays(false);
        goLatest();
      } else choose({ t: axis.momentAt(place) - first });
    };
    const frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [plays, t, axis, first, choose, goLatest]);

  return { t, axis, isLatest, plays, go, goLatest, togglePlay };
}

function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), liveTickMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
