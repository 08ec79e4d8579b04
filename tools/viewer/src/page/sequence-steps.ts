/** Exchanges as the steps of a diagram: each call and each answer in order of time, long pauses marked. */
import type { Exchange } from "../view.js";
import { duration, messageName } from "./format.js";
import type { SequenceStep } from "./sequence-diagram.js";

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
