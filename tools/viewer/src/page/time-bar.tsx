/** The slider that selects the moment, on an axis whose idle time is folded. */
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { type FoldedTime, foldIdle, idleLimit } from "../fold-idle.js";
import type { Timeline } from "../timeline.js";
import { clockTime, duration } from "./parts/format.js";
import type { Choices, Choose } from "./parts/fragment.js";

export interface TimeBarProps {
  readonly timeline: Timeline;
  readonly moment: Moment;
  readonly live: boolean;
}

/** The steps of the slider, enough for any width. */
const sliderSteps = 10_000;
/** More marks than this cannot be distinguished. */
const maxMarks = 60;

export function TimeBar({ timeline, moment, live }: TimeBarProps) {
  const { t, axis, isLatest, plays, go, goLatest, togglePlay } = moment;
  const [first, last] = timeline.span;
  const share = axis.length === 0 ? 1 : axis.placeOf(Math.min(t, last)) / axis.length;
  const text = `${duration(t - first)} of ${duration(Math.max(t, last) - first)}`;
  return (
    <footer class="time-bar">
      <button type="button" class="play" onClick={togglePlay} aria-label={plays ? "Pause" : "Play"}>
        {plays ? "❚❚" : "▶"}
      </button>
      <div class="slider">
        <Marks timeline={timeline} moment={moment} />
        <div class="filled" style={{ width: `${share * 100}%` }} />
        <input
          type="range"
          min={0}
          max={sliderSteps}
          value={Math.round(share * sliderSteps)}
          aria-label="Moment of the league"
          aria-valuetext={text}
          onInput={({ currentTarget }) =>
            go(axis.momentAt((Number(currentTarget.value) / sliderSteps) * axis.length))
          }
        />
      </div>
      <p class="moment">
        <strong>+{duration(t - first)}</strong>
        <small>{timeline.moments.length === 0 ? "" : clockTime(t)}</small>
      </p>
      <button type="button" class="latest" aria-pressed={isLatest} onClick={goLatest}>
        {live ? "Live" : "End"}
      </button>
    </footer>
  );
}

/** The marks at the beginnings of rounds and at folded idle time. */
function Marks({ timeline, moment: { axis } }: Pick<TimeBarProps, "timeline" | "moment">) {
  return useMemo(() => {
    const at = (t: number) => `${(axis.placeOf(t) / Math.max(1, axis.length)) * 100}%`;
    const rounds = timeline.rounds.filter(({ announced_at }) => announced_at !== null);
    const thin = Math.ceil(rounds.length / maxMarks);
    const folds = axis.folds.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxMarks);
    return (
      <div class="marks" aria-hidden="true">
        {folds.map(({ from, to }) => (
          <span
            key={from}
            class="fold"
            title={`${duration(to - from)} of idle time`}
            style={{ left: at(from), width: `calc(${at(to)} - ${at(from)})` }}
          />
        ))}
        {rounds
          .filter((_, index) => index % thin === 0)
          .map(({ round_id, announced_at }) => (
            <span key={round_id} class="mark" style={{ left: at(announced_at ?? 0) }}>
              {rounds.length <= 20 && <small>{round_id}</small>}
            </span>
          ))}
      </div>
    );
  }, [timeline, axis]);
}

/** The shown moment: the latest one, a selected one, or a moving one during playback. */
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
