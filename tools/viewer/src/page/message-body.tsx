/** One message as JSON: its fields say what they mean, and it can be copied. */
import { useState } from "preact/hooks";
import type { Exchange } from "../view.js";
import { curlOf } from "./curl.js";
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

const thanksMs = 1500;

function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const [stated, setSaid] = useState(name);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow it");
    }
    setTimeout(() => setSaid(name), thanksMs);
  };
  return (
    <button type="button" onClick={copy}>
      {stated}
    </button>
  );
}
