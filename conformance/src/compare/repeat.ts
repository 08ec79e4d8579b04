/** Sends a record again to a running agent, and reports how its answers have changed. */
import type { Environment } from "../environment/environment.js";
import { isObject } from "../json/pointer.js";
import { scanJson } from "../json/scan.js";
import { bytesOf, show } from "../json/text.js";
import { McpSessions } from "../peers/exchange/mcp-session.js";
import { findMessage, replyMessage } from "../profiles/codec.js";
import { bodyOf, type Recorded } from "./record.js";

interface Repeated {
  lines: string[];
  /** How many exchanges have another answer than before. */
  changed: number;
}

/** Sends every recorded request again, in order, and compares the answers. */
export async function repeat(
  recorded: readonly Recorded[],
  url: string,
  environment: Environment,
  timeoutMs: number,
): Promise<Repeated> {
  const sessions = new McpSessions();
  let changed = 0;
  const lines: string[] = [];
  for (const one of recorded) {
    const now = await send(one, url, environment, sessions, timeoutMs);
    const found = changes(bodyOf(one.answer?.entry), now);
    if (found.length > 0) changed += 1;
    lines.push(
      headOf(one, found.length === 0 ? "the same" : "changed"),
      ...found.map((text) => `    ${text}`),
    );
  }
  return { lines, changed };
}

async function send(
  recorded: Recorded,
  url: string,
  { wire }: Environment,
  sessions: McpSessions,
  timeoutMs: number,
): Promise<unknown> {
  const request = bodyOf(recorded.request);
  const isTool = findMessage(request)?.shape === "tools_call";
  const sent = { url, body: bytesOf(request), timeoutMs };
  const raw = await (isTool ? sessions.send(wire, sent) : wire.exchange(sent));
  if (raw.kind === "failure" || raw.body.length === 0) return undefined;
  const scan = scanJson(raw.body);
  return scan.ok ? scan.value : "no JSON";
}

function headOf({ request, under }: Recorded, word: string): string {
  const found = findMessage(bodyOf(request));
  const type = found?.message.message_type ?? found?.method ?? "a request";
  const time = (request.at_ms / 1_000).toFixed(3).padStart(9);
  return `${time} s  ${request.from} → agent  ${String(type)}: ${word}  (${under})`;
}

// In what one answer of an agent differs from another, leaving out what differs by its nature.

/** Times, tokens and texts for people are new in every answer. */
const VOLATILE = /timestamp|time$|_at$|token|description|reason$|uptime|deadline/i;

/** One line for each difference; none for an answer that says the same. */
export function changes(before: unknown, now: unknown): string[] {
  const [was, is] = [kindOf(before), kindOf(now)];
  if (was !== is) return [`was ${was}, is ${is}`];
  return memberChanges(messageIn(before), messageIn(now), "");
}

/** A member more or less, or another value. */
function memberChanges(before: unknown, now: unknown, at: string): string[] {
  if (!isObject(before) || !isObject(now)) {
    return JSON.stringify(before) === JSON.stringify(now)
      ? []
      : [`${at || "/"}: was ${show(before, 60)}, is ${show(now, 60)}`];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    const pointer = `${at}/${name}`;
    if (!Object.hasOwn(now, name)) return [`${pointer}: is gone`];
    if (!Object.hasOwn(before, name)) return [`${pointer}: is new`];
    return VOLATILE.test(name) ? [] : memberChanges(before[name], now[name], pointer);
  });
}

function messageIn(answer: unknown): unknown {
  return replyMessage(answer) ?? answer;
}

/** The kind of the answer. */
function kindOf(answer: unknown): string {
  if (answer === undefined) return "no answer";
  if (!isObject(answer)) return Array.isArray(answer) ? "a batch" : "no JSON";
  if (isObject(answer.error)) return `the error ${show(answer.error.code)}`;
  const message = replyMessage(answer);
  return typeof message?.message_type === "string" ? message.message_type : "an answer";
}
