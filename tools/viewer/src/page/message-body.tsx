/** One message as JSON, with descriptions of its fields and buttons to copy it. */
import { useState } from "preact/hooks";
import type { MessageSent } from "../events.js";
import type { Exchange } from "../view.js";
import { plural } from "./format.js";
import { JsonView } from "./json-view.js";

export interface MessageBodyProps {
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
