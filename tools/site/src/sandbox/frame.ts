/** The script of the sandboxed frame: starts the worker, forwards messages, and ends the worker when it sends none in time. */
import { type Answer, type Order, silenceMs } from "../league/request.js";

export interface FrameOrder {
  /** The typed strategy and the engine, in this order. */
  readonly script: string;
  readonly order: Order;
}

export type FrameAnswer = Answer | { readonly type: "silent" };

addEventListener("message", start, { once: true });

function start({ data, ports }: MessageEvent<FrameOrder>): void {
  const [port] = ports;
  if (port === undefined) return;
  const { script, order } = data;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const say = (answer: FrameAnswer) => port.postMessage(answer);
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      worker.terminate();
      say({ type: "silent" });
    }, silenceMs);
  };
  worker.onmessage = ({ data: answer }: MessageEvent<Answer>) => {
    if (answer.type === "progress") wait();
    else clearTimeout(timer);
    say(answer);
  };
  worker.onerror = ({ message, lineno }) => {
    clearTimeout(timer);
    worker.terminate();
    const line = lineno > 0 && lineno <= order.lines ? lineno : null;
    say({ type: "failed", fault: { message: message.replace(/^Uncaught /, ""), line } });
  };
  wait();
  worker.postMessage(order);
}
