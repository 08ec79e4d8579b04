/** The messages of a match between its parties, from top to bottom; each opens to its JSON. */
import { useState } from "preact/hooks";
import { managerId } from "../parties.js";
import type { Timeline } from "../timeline.js";
import type { Exchange, MatchView } from "../view.js";
import { DeadlineBar } from "./deadlines.js";
import { duration, messageName } from "./format.js";
import { MessageBody } from "./message-body.js";
import { type Step, stepsOf } from "./sequence-steps.js";

export interface SequenceDiagramProps {
  readonly match: MatchView;
  readonly exchanges: readonly Exchange[];
  readonly timeline: Timeline;
  readonly t: number;
}

export function SequenceDiagram({ match, exchanges, timeline, t }: SequenceDiagramProps) {
  const [open, setOpen] = useState<string | null>(null);
  const lanes = lanesOf(match, exchanges);
  const begin = exchanges[0]?.sent.at ?? 0;
  const middle = (lane: number) => `${((lane + 0.5) / lanes.length) * 100}%`;
  return (
    <div class="sequence">
      <div class="lanes" aria-hidden="true">
        {lanes.map((id) => (
          <span key={id} class="lane-name" title={timeline.nameOf(id)}>
            <strong>{id === managerId ? "LM" : id}</strong>
            <small>{timeline.nameOf(id)}</small>
          </span>
        ))}
      </div>
      <ol>
        {stepsOf(exchanges).map((step) => {
          const [from, to] = [lanes.indexOf(step.from), lanes.indexOf(step.to)];
          const isOpen = open === step.key;
          return (
            <li key={step.key}>
              {step.pauseMs !== null && <p class="pause">{duration(step.pauseMs)} pass</p>}
              <button
                type="button"
                class={`step ${step.kind} ${step.isFailure ? "failure" : ""}`}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? null : step.key)}
              >
                <span class="time">+{duration(step.at - begin)}</span>
                <span class="tracks">
                  {lanes.map((id, lane) => (
                    <span key={id} class="track" style={{ left: middle(lane) }} />
                  ))}
                  <Arrow from={from} to={to} lanes={lanes.length} step={step} />
                </span>
              </button>
              {step.kind === "call" && step.exchange.answer === null && (
                <div class="waiting">
                  <DeadlineBar exchange={step.exchange} t={t} />
                </div>
              )}
              {isOpen && <MessageBody exchange={step.exchange} part={step.kind} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface ArrowProps {
  readonly from: number;
  readonly to: number;
  readonly lanes: number;
  readonly step: Step;
}

function Arrow({ from, to, lanes, step }: ArrowProps) {
  const left = (Math.min(from, to) + 0.5) / lanes;
  const span = Math.max(1, Math.abs(to - from)) / lanes;
  const direction = to >= from ? "right" : "left";
  return (
    <>
      <span class="label" style={labelPlace(left, span)}>
        <span class="message">{step.label ?? messageName(null)}</span>
        {step.exchange.attempt > 1 && step.kind === "call" && (
          <span class="badge">attempt {step.exchange.attempt}</span>
        )}
        {step.note !== null && <span class="note">{step.note}</span>}
        <span class="out-of-sight">{`from ${step.from} to ${step.to}`}</span>
      </span>
      <span class={`arrow ${direction}`} style={{ left: `${left * 100}%`, width: `${span * 100}%` }} />
    </>
  );
}

/** A label begins or ends with its arrow, whichever leaves it more room. */
function labelPlace(left: number, span: number): { readonly left: string } | { readonly right: string } {
  const isLeft = left + span / 2 <= 0.5;
  return isLeft ? { left: `${left * 100}%` } : { right: `${(1 - left - span) * 100}%` };
}

/** The league manager, the referee, the two players, and other agents that take part. */
function lanesOf(match: MatchView, exchanges: readonly Exchange[]): string[] {
  const seen = new Set(exchanges.flatMap(({ from, to }) => [from, to]));
  const usual = [managerId, match.referee_id, match.player_A_id, match.player_B_id];
  return [...new Set([...usual.filter((id) => seen.has(id)), ...seen])];
}
