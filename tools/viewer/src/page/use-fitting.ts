/** The messages up to a moment that match a search. */
import { useMemo } from "preact/hooks";
import { ExchangeLog } from "../exchanges.js";
import type { Timeline } from "../timeline.js";
import type { Exchange } from "../view.js";
import type { Choices } from "./fragment.js";

export function useFitting(
  timeline: Timeline,
  t: number,
  { words, failed: onlyFailures }: Choices,
): readonly Exchange[] {
  const wanted = words.trim().toLowerCase();
  const fitsAll = wanted === "" && !onlyFailures;
  // A later answer can only make a message match, so the matches at a moment are a subset of the matches at the end.
  const log = useMemo(
    () =>
      fitsAll
        ? timeline.log
        : new ExchangeLog(timeline.exchanges.filter((one) => fits(one, wanted, onlyFailures))),
    [timeline, fitsAll, wanted, onlyFailures],
  );
  return useMemo(() => {
    const begun = log.at(t);
    return fitsAll ? begun : begun.filter((one) => fits(one, wanted, onlyFailures));
  }, [log, t, fitsAll, wanted, onlyFailures]);
}

/** @param wanted in lower case */
function fits({ sent, from, to, answer }: Exchange, wanted: string, onlyFailures: boolean): boolean {
  if (onlyFailures && (answer === null || answer.failure === null)) return false;
  if (wanted === "") return true;
  const text = `${sent.message_type ?? sent.method ?? ""} ${from} ${to} ${sent.match_id ?? ""} ${answer?.failure ?? ""}`;
  return text.toLowerCase().includes(wanted);
}
