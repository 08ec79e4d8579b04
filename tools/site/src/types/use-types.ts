/** Checks the types of the text in a worker while it is typed. The worker only parses the text and never runs it. */
import packedWorker from "site:checker";
import { unpacked } from "@league-v2/viewer";
import { useEffect, useRef, useState } from "preact/hooks";
import { defaultSource } from "../strategy/examples.js";
import type { StrategyFault } from "../strategy/strategy.js";
import type { CheckedText } from "./type-faults.js";

/** The pause after the latest change of the text. */
const pauseMs = 300;

/** The faults of the first text. A test checks that it has none, so that the compiler starts only after a change. */
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
  const script = new Blob([await unpacked(packedWorker)], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script));
}
