/** Every message of the league in order of time. */
import { useMemo, useState } from "preact/hooks";
import type { MessageSent } from "../../events.js";
import { exchangesAt } from "../../exchanges.js";
import type { Timeline } from "../../timeline.js";
import type { Exchange } from "../../view.js";
import { duration, plural } from "../parts/format.js";
import type { Choices, Choose, Shown } from "../parts/fragment.js";
import { VirtualList } from "../parts/virtual-list.js";
import { JsonView } from "./json-view.js";

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

/** The filters of the message list. */
interface MessageFiltersProps {
  readonly choices: Choices;
  readonly choose: Choose;
  /** The number of matching messages. */
  readonly count: number;
}

export function MessageFilters({ choices, choose, count }: MessageFiltersProps) {
  const { failed } = choices;
  return (
    <div class="filters">
      <Search label="Search messages" hint="Type, agent or match" choices={choices} choose={choose} />
      <label class="check">
        <input type="checkbox" checked={failed} onChange={() => choose({ failed: !failed })} /> failed only
      </label>
      <span class="count">{count.toLocaleString("en")}</span>
    </div>
  );
}

interface SearchProps extends Pick<MessageFiltersProps, "choices" | "choose"> {
  readonly label: string;
  readonly hint: string;
}

export function Search({ label, hint, choices, choose }: SearchProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={hint}
      value={choices.words}
      onInput={({ currentTarget }) => choose({ words: currentTarget.value })}
    />
  );
}

/** The messages up to a moment that match a search. */
export function useFitting(
  timeline: Timeline,
  t: number,
  { words, failed: onlyFailures }: Choices,
): readonly Exchange[] {
  const wanted = words.trim().toLowerCase();
  return useMemo(
    () => exchangesAt(timeline.exchanges, t).filter((one) => fits(one, wanted, onlyFailures)),
    [timeline, t, wanted, onlyFailures],
  );
}

/** @param wanted in lower case */
function fits({ sent, from, to, answer }: Exchange, wanted: string, onlyFailures: boolean): boolean {
  if (onlyFailures && (answer === null || answer.failure === null)) return false;
  if (wanted === "") return true;
  const text = `${sent.message_type ?? sent.method ?? ""} ${from} ${to} ${sent.match_id ?? ""} ${answer?.failure ?? ""}`;
  return text.toLowerCase().includes(wanted);
}

/** One message as JSON, with descriptions of its fields and buttons to copy it. */
interface MessageBodyProps {
  readonly exchange: Exchange;
  readonly part: "call" | "answer";
}

export function MessageBody({ exchange, part }: MessageBodyProps) {
  const content = part === "call" ? exchange.sent : exchange.answer;
  if (content === null) return null;
  const { body, size, message_type } = content;
  if (body === null) {
    return (
      <p class="body-note">
        {size === 0 ? "The body is empty." : `${plural(size, "character")}: too long to be kept here.`}
      </p>
    );
  }
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  return (
    <div class="body">
      <div class="tools">
        <CopyButton text={text} name="Copy JSON" />
        {part === "call" && <CopyButton text={curlOf(exchange.sent)} name="Copy as curl" />}
      </div>
      {typeof body === "string" ? <pre>{body}</pre> : <JsonView value={body} message_type={message_type} />}
    </div>
  );
}

const confirmationMs = 1500;

function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const [label, setLabel] = useState(name);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLabel("Copied");
    } catch {
      setLabel("The browser does not allow it");
    }
    setTimeout(() => setLabel(name), confirmationMs);
  };
  return (
    <button type="button" onClick={copy}>
      {label}
    </button>
  );
}

/** A recorded request as a command line. The token is a placeholder, because a recording contains none. */
function curlOf({ to, body }: MessageSent): string {
  const text = (typeof body === "string" ? body : JSON.stringify(body)).replaceAll(
    "[redacted]",
    "YOUR_TOKEN",
  );
  return `curl -s ${quoted(to)} -H 'content-type: application/json' --data-raw ${quoted(text)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
