/** What a tap between two agents has heard: messages, and nothing of the league around them. */
import { useState } from "preact/hooks";
import { ExchangeSequence, partiesIn } from "./exchange-sequence.js";
import { MessageFilters } from "./message-filters.js";
import type { Shown } from "./shown.js";
import { useFitting } from "./use-fitting.js";

/** More steps than these make a page slow; the slider leads to the others. */
const mostShown = 200;

export function TapPanel({ timeline, t, choices, choose }: Shown) {
  const [onlyFailures, setOnlyFailures] = useState(false);
  const fitting = useFitting(timeline, t, choices.words, onlyFailures);
  const exchanges = fitting.slice(-mostShown);
  return (
    <section class="card detail" aria-label="Messages">
      <MessageFilters
        words={choices.words}
        onWords={(words) => choose({ words })}
        onlyFailures={onlyFailures}
        onOnlyFailures={setOnlyFailures}
        count={fitting.length}
      />
      {fitting.length > mostShown && (
        <p class="about">The latest {mostShown} of them. The slider and the search lead to the others.</p>
      )}
      {fitting.length === 0 ? (
        <p class="empty">No message fits.</p>
      ) : (
        <ExchangeSequence
          label="Messages in order of time"
          parties={[...partiesIn(exchanges)]}
          {...{ exchanges, timeline, t }}
        />
      )}
    </section>
  );
}
