/** The pending answers, with a bar for each deadline. */
import { pendingAt } from "../../exchanges.js";
import type { Exchange } from "../../view.js";
import { duration, messageName } from "../parts/format.js";
import type { Shown } from "../parts/fragment.js";

const maxShown = 6;

export function Deadlines({ timeline, t, choose }: Shown) {
  const pending = pendingAt(timeline.exchanges, t);
  return (
    <section class="card deadlines" aria-labelledby="deadlines-title">
      <h2 id="deadlines-title">
        Deadlines running <span class="count">{pending.length}</span>
      </h2>
      {pending.length === 0 && <p class="empty">No answer is awaited at this moment.</p>}
      <ul>
        {pending.slice(0, maxShown).map((exchange) => (
          <li key={exchange.sent.exchange}>
            <p>
              <strong>{exchange.to}</strong> {messageName(exchange.sent.message_type)}
              {exchange.sent.match_id !== null && (
                <button
                  type="button"
                  class="link"
                  onClick={() => choose({ tab: "matches", match: exchange.sent.match_id })}
                >
                  {exchange.sent.match_id}
                </button>
              )}
            </p>
            <DeadlineBar exchange={exchange} t={t} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const [tight, percent] = [0.8, 100];

export function DeadlineBar({ exchange: { sent }, t }: { readonly exchange: Exchange; readonly t: number }) {
  const limit = sent.deadline_ms;
  if (limit === null) return null;
  const waited = Math.max(0, t - sent.at);
  const share = Math.min(1, waited / limit);
  const text = `${duration(waited)} of ${duration(limit)}`;
  return (
    <div class={`deadline ${share > tight ? "tight" : ""}`}>
      <div
        class="bar"
        role="progressbar"
        aria-label={`Deadline of ${sent.message_type ?? "a message"}`}
        aria-valuenow={Math.round(share * percent)}
        aria-valuemin={0}
        aria-valuemax={percent}
        aria-valuetext={text}
      >
        <span style={{ width: `${share * percent}%` }} />
      </div>
      <span class="time">{text}</span>
    </div>
  );
}
