/** Draws a sequence diagram: messages between parties, from top to bottom; each can be opened to show its content. */
import type { ComponentChildren } from "preact";
import type { Exchange } from "../../view.js";
import { duration, messageName } from "../parts/format.js";

interface Lane {
  readonly id: string;
  readonly title: string;
  /** A second line. */
  readonly name: string | null;
}

export interface SequenceStep {
  readonly key: string;
  /** In ms, on the clock of `begin`. */
  readonly at: number;
  /** A note is a remark between the messages. */
  readonly kind: "call" | "answer" | "note";
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly note: string | null;
  readonly badge: string | null;
  readonly isFailure: boolean;
  /** The pause before the step; null for a short one. */
  readonly pauseMs: number | null;
}

export interface SequenceDiagramProps<Step extends SequenceStep> {
  readonly label: string;
  readonly lanes: readonly Lane[];
  readonly begin: number;
  readonly steps: readonly Step[];
  readonly open: string | null;
  readonly onOpen: (key: string | null) => void;
  /** The details of a step. */
  readonly body: (step: Step) => ComponentChildren;
  /** The text that is always shown under a step. */
  readonly under?: (step: Step) => ComponentChildren;
  /** A text before the text of the step, and a CSS class. */
  readonly markOf?: (step: Step) => string | null;
}

export function SequenceDiagram<Step extends SequenceStep>(props: SequenceDiagramProps<Step>) {
  const { label, lanes, begin, steps, open, onOpen, body, under, markOf } = props;
  const ids = lanes.map(({ id }) => id);
  const middle = (lane: number) => `${((lane + 0.5) / lanes.length) * 100}%`;
  return (
    <div class="sequence">
      <div class="lanes" aria-hidden="true">
        {lanes.map(({ id, title, name }) => (
          <span key={id} class="lane-name" title={name ?? title}>
            <strong>{title}</strong>
            {name !== null && <small>{name}</small>}
          </span>
        ))}
      </div>
      <ol aria-label={label}>
        {steps.map((step) => {
          const isOpen = open === step.key;
          const mark = markOf?.(step) ?? null;
          return (
            <li key={step.key} class={mark === null ? "" : "marked"}>
              {step.pauseMs !== null && <p class="pause">{duration(step.pauseMs)} pass</p>}
              <button
                type="button"
                class={`step ${step.kind} ${step.isFailure ? "failure" : ""}`}
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : step.key)}
              >
                <span class="time">+{duration(step.at - begin)}</span>
                <span class="tracks">
                  {lanes.map(({ id }, lane) => (
                    <span key={id} class="track" style={{ left: middle(lane) }} />
                  ))}
                  {step.kind === "note" ? (
                    <span class="note-line tone-d">{step.label}</span>
                  ) : (
                    <Arrow
                      from={ids.indexOf(step.from)}
                      to={ids.indexOf(step.to)}
                      lanes={ids.length}
                      step={step}
                    />
                  )}
                </span>
                {mark !== null && <span class="mark">{mark}</span>}
              </button>
              {under?.(step)}
              {isOpen && body(step)}
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
  readonly step: SequenceStep;
}

function Arrow({ from, to, lanes, step }: ArrowProps) {
  const left = (Math.min(from, to) + 0.5) / lanes;
  const span = Math.max(1, Math.abs(to - from)) / lanes;
  const direction = to >= from ? "right" : "left";
  return (
    <>
      <span class="label" style={labelPlace(left, span)}>
        <span class="message">{step.label}</span>
        {step.badge !== null && <span class="badge tone-l">{step.badge}</span>}
        {step.note !== null && <span class="note">{step.note}</span>}
        <span class="out-of-sight">{`from ${step.from} to ${step.to}`}</span>
      </span>
      <span class={`arrow ${direction}`} style={{ left: `${left * 100}%`, width: `${span * 100}%` }} />
    </>
  );
}

/** Aligns a label with the end of its arrow that leaves more space; on a phone it is cut off at the edge of the diagram. */
function labelPlace(left: number, span: number) {
  return left + span / 2 <= 0.5
    ? { left: `${left * 100}%`, right: "0" }
    : { left: "0", right: `${(1 - left - span) * 100}%`, justifyContent: "flex-end" };
}

/** Exchanges as the steps of a diagram: each call and each answer in order of time, long pauses marked. */
export interface Step extends SequenceStep {
  readonly kind: "call" | "answer";
  readonly exchange: Exchange;
}

/** A longer pause is marked, in ms. */
const longPauseMs = 1000;

export function stepsOf(exchanges: readonly Exchange[]): Step[] {
  return withPauses(
    exchanges
      .flatMap((exchange) => [callOf(exchange), ...answerOf(exchange)])
      .toSorted((a, b) => a.at - b.at),
  );
}

/** @param steps in order of time */
export function withPauses<Any extends SequenceStep>(steps: readonly Any[]): Any[] {
  return steps.map((step, index) => {
    const pause = step.at - (steps[index - 1]?.at ?? step.at);
    return pause >= longPauseMs ? { ...step, pauseMs: pause } : step;
  });
}

function callOf(exchange: Exchange): Step {
  const { sent, from, to, attempt } = exchange;
  const label =
    sent.message_type === null ? (sent.method ?? messageName(null)) : messageName(sent.message_type);
  const common = { key: `${sent.exchange}`, at: sent.at, from, to, pauseMs: null, exchange };
  const badge = attempt > 1 ? `attempt ${attempt}` : null;
  return { ...common, kind: "call", label, note: null, badge, isFailure: false };
}

function answerOf(exchange: Exchange): Step[] {
  const { sent, answer, from, to } = exchange;
  if (answer === null) return [];
  const isFailure = answer.failure !== null;
  const after = `after ${duration(answer.at - sent.at)}`;
  const label = isFailure
    ? answer.status === null
      ? "No answer"
      : "Error"
    : answer.message_type === null
      ? "Answer"
      : messageName(answer.message_type);
  const note = isFailure ? `${answer.failure}, ${after}` : after;
  const common = { key: `${sent.exchange}a`, at: answer.at, from: to, to: from, pauseMs: null, exchange };
  return [{ ...common, kind: "answer", label, note, badge: null, isFailure }];
}
