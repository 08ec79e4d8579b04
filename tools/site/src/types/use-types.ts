/** The types of the typed text, checked by a worker of the page while it is typed. The text is read there, never run. */
import packedWorker from "site:checker";
import { useEffect, useRef, useState } from "preact/hooks";
import { defaultSource } from "../strategy/examples.js";
import type { StrategyFault } from "../strategy/fault.js";
import type { CheckedText } from "./type-faults.js";

/** After the latest change of the text. */
const pauseMs = 300;

/** Of the first text: a test holds that it has no error, so the compiler starts only when something else is typed. */
const none: readonly StrategyFault[] = [];

/** The type errors of a text; null until the compiler has run. */
export function useTypes(source: string): readonly StrategyFault[] | null {
  const [checked, setChecked] = useState<CheckedText | null>(null);
  const worker = useRef<Promise<Worker> | null>(null);
  useEffect(() => {
    if (source === defaultSource) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      worker.current ??= startWorker();
      const started = await worker.current;
      if (isOver) return;
      started.onmessage = ({ data }: MessageEvent<CheckedText>) => setChecked(data);
      started.postMessage(source);
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source]);
  if (source === defaultSource) return none;
  return checked?.source === source ? checked.faults : null;
}

async function startWorker(): Promise<Worker> {
  const bytes = Uint8Array.from(atob(packedWorker), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = new Blob([await new Response(unpacked).text()], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script));
}
