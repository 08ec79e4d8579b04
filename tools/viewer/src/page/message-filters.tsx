/** The filters of the message list. */

import { useMemo } from "preact/hooks";
import { ExchangeLog } from "../exchanges.js";
import type { Timeline } from "../timeline.js";
import type { Exchange } from "../view.js";
import type { Choices, Choose } from "./fragment.js";

export interface MessageFiltersProps {
  readonly choices: Choices;
  readonly choose: Choose;
  /** The number of matching messages. */
  readonly count: number;
}

export function MessageFilters({ choices: { words, failed }, choose, count }: MessageFiltersProps) {
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Search messages"
        placeholder="Type, agent or match"
        value={words}
        onInput={({ currentTarget }) => choose({ words: currentTarget.value })}
      />
      <label class="check">
        <input type="checkbox" checked={failed} onChange={() => choose({ failed: !failed })} /> failed only
      </label>
      <span class="count">{count.toLocaleString("en")}</span>
    </div>
  );
}

/** The messages up to a moment that match a search. */
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
