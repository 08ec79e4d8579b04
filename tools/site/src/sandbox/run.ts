/** Runs a typed strategy without access to page and network, in a worker inside of a frame without an origin. */
import frameScript from "site:frame";
import engine from "site:worker";
import type { Task } from "../league/request.js";
import type { Compiled } from "../strategy/compile.js";
import type { FrameAnswer, FrameOrder } from "./frame.js";

export interface Run {
  readonly stop: () => void;
}

/** @param onAnswer called until the run is over; any answer but "progress" is the last one */
export function run(
  task: Task,
  { script, lines }: Extract<Compiled, { ok: true }>,
  onAnswer: (answer: FrameAnswer) => void,
): Run {
  const frame = document.createElement("iframe");
  const { port1, port2 } = new MessageChannel();
  const stop = () => {
    port1.close();
    frame.remove();
  };
  port1.onmessage = ({ data }: MessageEvent<FrameAnswer>) => {
    if (data.type !== "progress") stop();
    onAnswer(data);
  };
  frame.hidden = true;
  frame.title = "The strategy that runs";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = `<!doctype html><script>${frameScript}</script>`;
  frame.addEventListener("load", () => {
    const order: FrameOrder = { script: `${script}${engine}`, order: { task, lines } };
    // The frame has no origin that could be the target.
    frame.contentWindow?.postMessage(order, "*", [port2]);
  });
  document.body.append(frame);
  return { stop };
}
