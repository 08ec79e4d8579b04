/** Every message of the league in order of time. */
import { useState } from "preact/hooks";
import type { Exchange } from "../view.js";
import { duration } from "./format.js";
import type { Shown } from "./fragment.js";
import { MessageBody } from "./message-body.js";
import { MessageFilters, useFitting } from "./message-filters.js";

import { VirtualList } from "./virtual-list.js";

export function MessageList({ timeline, t, choices, choose }: Shown) {
  const [open, setOpen] = useState<number | null>(null);
  const shown = useFitting(timeline, t, choices);
  const [begin] = timeline.span;
  const chosen = shown.find(({ sent }) => sent.exchange === open);
  // Beside the list there is room for one: the first, until another is chosen.
  const read = chosen ?? shown[0];
  return (
    <div class={`matches messages ${chosen === undefined ? "" : "open"}`}>
      <section class="card list" aria-label="Messages">
        <MessageFilters choices={choices} choose={choose} count={shown.length} />
        <VirtualList
          items={shown}
          rowHeight={40}
          label="Messages in order of time"
          empty="No message fits."
          keyOf={({ sent }) => sent.exchange}
          row={(exchange) => (
            <MessageRow
              exchange={exchange}
              begin={begin}
              isOpen={exchange.sent.exchange === open}
              onChoose={() => setOpen(exchange.sent.exchange === open ? null : exchange.sent.exchange)}
            />
          )}
        />
      </section>
      {read !== undefined && (
        <section class="card detail" aria-label="The message">
          <div class="detail-head">
            <h2>{read.sent.message_type ?? read.sent.method ?? "Message"}</h2>
            {chosen !== undefined && (
              <button type="button" onClick={() => setOpen(null)} aria-label="Close the message">
                ✕
              </button>
            )}
          </div>
          <p class="about">
            from {timeline.nameOf(read.from)} to {timeline.nameOf(read.to)}
            {read.attempt > 1 && `, attempt ${read.attempt}`}
          </p>
          <MessageBody exchange={read} part="call" />
          <h3>{answerText(read)}</h3>
          <MessageBody exchange={read} part="answer" />
        </section>
      )}
    </div>
  );
}

interface MessageRowProps {
  readonly exchange: Exchange;
  readonly begin: number;
  readonly isOpen: boolean;
  readonly onChoose: () => void;
}

function MessageRow({ exchange, begin, isOpen, onChoose }: MessageRowProps) {
  const { sent, from, to, answer } = exchange;
  const tone = answer === null ? "pending" : answer.failure === null ? "good" : "failure";
  return (
    <button type="button" class={`message-row ${tone}`} aria-pressed={isOpen} onClick={onChoose}>
      <span class="time">+{duration(sent.at - begin)}</span>
      <span class="type">{sent.message_type ?? sent.method ?? "no league message"}</span>
      <span class="way">
        {short(from)} → {short(to)}
      </span>
      <span class="id">{sent.match_id ?? ""}</span>
      <span class="took">
        {answer === null ? "waits" : (answer.failure ?? duration(answer.at - sent.at))}
      </span>
    </button>
  );
}

function short(id: string): string {
  return id === "league_manager" ? "LM" : id;
}

function answerText({ answer, sent }: Exchange): string {
  if (answer === null) return "No answer yet";
  const after = `after ${duration(answer.at - sent.at)}`;
  if (answer.failure !== null) return `${answer.failure}, ${after}`;
  return `${answer.message_type ?? "Answer"}, ${after}`;
}
