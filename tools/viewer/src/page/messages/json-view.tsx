/** JSON in colours; the spec's description of the field under the pointer, or with the focus, is shown. */

import notes from "field-notes";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { noteOf } from "./note-of.js";

interface JsonViewProps {
  readonly value: unknown;
  readonly message_type: string | null;
}

export function JsonView({ value, message_type }: JsonViewProps) {
  const [path, setPath] = useState<string | null>(null);
  const note = noteOf(notes, message_type, path ?? "");
  return (
    <div class="json">
      <p class="field-note" aria-live="polite">
        <strong>{path ?? message_type ?? "JSON"}</strong> {note}
      </p>
      <pre>
        <Value value={value} path={isRpc(value) ? null : ""} depth={0} onField={setPath} />
      </pre>
    </div>
  );
}

/** False for a body that is a message without JSON-RPC. */
function isRpc(value: unknown): boolean {
  return typeof value === "object" && value !== null && "jsonrpc" in value;
}

interface ValueProps {
  readonly value: unknown;
  /** The path inside of the message; null for fields of the JSON-RPC object. */
  readonly path: string | null;
  readonly depth: number;
  readonly onField: (path: string) => void;
}

function Value({ value, path, depth, onField }: ValueProps) {
  if (typeof value !== "object" || value === null) {
    return <span class={`json-${value === null ? "null" : typeof value}`}>{JSON.stringify(value)}</span>;
  }
  const inner = { depth: depth + 1, onField };
  if (Array.isArray(value)) {
    return block(
      "[",
      "]",
      depth,
      value.map((one: unknown) => <Value value={one} path={path} {...inner} />),
    );
  }
  const members = Object.entries(value).map(([name, one]: [string, unknown]) => {
    const own = pathOf(name, path, depth);
    return (
      <>
        <Field name={name} path={own} onField={onField} />
        {": "}
        <Value value={one} path={own} {...inner} />
      </>
    );
  });
  return block("{", "}", depth, members);
}

function Field({ name, path, onField }: Omit<ValueProps, "value" | "depth"> & { readonly name: string }) {
  const quoted = JSON.stringify(name);
  if (path === null || path === "") return <span class="json-key">{quoted}</span>;
  return (
    <button type="button" class="json-key" onMouseEnter={() => onField(path)} onFocus={() => onField(path)}>
      {quoted}
    </button>
  );
}

/** The message itself is in `params` or `result` of the JSON-RPC object. */
function pathOf(name: string, path: string | null, depth: number): string | null {
  if (path === null) return depth === 0 && (name === "params" || name === "result") ? "" : null;
  return path === "" ? name : `${path}.${name}`;
}

function block(open: string, close: string, depth: number, parts: readonly ComponentChildren[]) {
  if (parts.length === 0) return <span>{open + close}</span>;
  const indent = "  ".repeat(depth + 1);
  return (
    <span>
      {open}
      {parts.map((part, index) => (
        <span key={index}>
          {`\n${indent}`}
          {part}
          {index < parts.length - 1 ? "," : ""}
        </span>
      ))}
      {`\n${"  ".repeat(depth)}${close}`}
    </span>
  );
}
