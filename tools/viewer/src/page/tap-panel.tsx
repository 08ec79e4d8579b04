/** The traffic of a tap between two agents: messages without a league. */
import { ExchangeSequence, partiesIn } from "./exchange-sequence.js";
import type { Shown } from "./fragment.js";
import { MessageFilters, useFitting } from "./message-filters.js";

/** More steps make the page slow; the slider leads to the others. */
const maxShown = 200;

export function TapPanel({ timeline, t, choices, choose }: Shown) {
  const fitting = useFitting(timeline, t, choices);
  const exchanges = fitting.slice(-maxShown);
  return (
    <section class="card detail" aria-label="Messages">
      <MessageFilters choices={choices} choose={choose} count={fitting.length} />
      {fitting.length > maxShown && (
        <p class="about">The latest {maxShown} of them. The slider and the search lead to the others.</p>
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
