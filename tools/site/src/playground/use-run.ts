/** The state of a run on the page, from its start to its end. */
import { useCallback, useRef, useState } from "preact/hooks";
import type { Place } from "../league/rank-statistics.js";
import type { LeagueRequest, PlayedLeague, Task } from "../league/request.js";
import type { FrameAnswer } from "../sandbox/frame.js";
import { type Run, run } from "../sandbox/run.js";
import { compile } from "../strategy/compile.js";
import type { StrategyFault } from "../strategy/strategy.js";

export type Outcome =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly done: number; readonly of: number; readonly base: Played | null }
  | { readonly kind: "stopped" }
  | { readonly kind: "league"; readonly played: Played }
  | { readonly kind: "fork"; readonly base: Played; readonly played: Played }
  | { readonly kind: "places"; readonly request: LeagueRequest; readonly places: readonly Place[] }
  | { readonly kind: "failed"; readonly fault: StrategyFault }
  | { readonly kind: "silent" };

export interface Played {
  readonly source: string;
  readonly request: LeagueRequest;
  readonly league: PlayedLeague;
}

export interface Runner {
  readonly outcome: Outcome;
  /** @param base the league of which this one is a fork */
  readonly start: (source: string, task: Task, base?: Played) => void;
  readonly stop: () => void;
}

export function useRun(): Runner {
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  const current = useRef<Run | null>(null);
  const start = useCallback((source: string, task: Task, base?: Played) => {
    current.current?.stop();
    const compiled = compile(source);
    if (!compiled.ok) return setOutcome({ kind: "failed", fault: compiled.fault });
    const { request } = task;
    setOutcome(outcomeOf({ type: "progress", done: 0, of: 0 }, source, request, base));
    current.current = run(task, compiled, (answer) => setOutcome(outcomeOf(answer, source, request, base)));
  }, []);
  const stop = useCallback(() => {
    current.current?.stop();
    setOutcome({ kind: "stopped" });
  }, []);
  return { outcome, start, stop };
}

/** The league that can be forked: the shown one, or the base of the fork that is shown or played. */
export function baseOf(outcome: Outcome): Played | null {
  if (outcome.kind === "league") return outcome.played;
  return outcome.kind === "running" || outcome.kind === "fork" ? outcome.base : null;
}

function outcomeOf(answer: FrameAnswer, source: string, request: LeagueRequest, base?: Played): Outcome {
  switch (answer.type) {
    case "progress":
      return { kind: "running", done: answer.done, of: answer.of, base: base ?? null };
    case "league": {
      const played = { source, request, league: answer.league };
      return base === undefined ? { kind: "league", played } : { kind: "fork", base, played };
    }
    case "places":
      return { kind: "places", request, places: answer.places };
    case "failed":
      return { kind: "failed", fault: answer.fault };
    case "silent":
      return { kind: "silent" };
  }
}

/** A time of a recording: `1:07.042`. */
export function clockOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}:${((ms % 60_000) / 1000).toFixed(3).padStart(6, "0")}`;
}
