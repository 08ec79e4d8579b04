/** Exchanges as the steps of a diagram: each call and each answer in order of time, long pauses marked. */
import type { Exchange } from "../view.js";
import { duration, messageName } from "./format.js";

export interface Step {
  readonly key: string;
  readonly at: number;
  readonly kind: "call" | "answer";
  readonly from: string;
  readonly to: string;
  readonly label: string | null;
  readonly note: string | null;
  readonly isFailure: boolean;
  /** How long nothing happened before it; null for a short time. */
  readonly pauseMs: number | null;
  readonly exchange: Exchange;
}

/** A longer pause is marked, in ms. */
const longPauseMs = 1000;

export function stepsOf(exchanges: readonly Exchange[]): Step[] {
  const steps = exchanges
    .flatMap((exchange) => [callOf(exchange), ...answerOf(exchange)])
    .toSorted((a, b) => a.at - b.at);
  return steps.map((step, index) => {
    const pause = step.at - (steps[index - 1]?.at ?? step.at);
    return pause >= longPauseMs ? { ...step, pauseMs: pause } : step;
  });
}

function callOf(exchange: Exchange): Step {
  const { sent, from, to } = exchange;
  const label = sent.message_type === null ? sent.method : messageName(sent.message_type);
  const common = { key: `${sent.exchange}`, at: sent.at, from, to, pauseMs: null, exchange };
  return { ...common, kind: "call", label, note: null, isFailure: false };
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
  return [{ ...common, kind: "answer", label, note, isFailure }];
}
