/** Sessions with agents that are MCP servers: opened when the server requires one, and again when it has expired. */

import type { Environment } from "../../environment/environment.js";
import { isObject } from "../../json/pointer.js";
import { scanJson } from "../../json/scan.js";
import { utf8 } from "../../json/text.js";
import type { Clock } from "../../sdk.js";
import { type Headers, headerOf, type RawOutcome, type RawReply } from "../../wire/types.js";

const ACCEPT = ["accept", "application/json, text/event-stream"] as const;
const VERSION = "2025-06-18";

/** The HTTP statuses of MCP servers for a client without a session, or with one that has ended. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 404]);

export class McpSessions {
  private readonly headers = new Map<string, Headers>();
  private readonly opening = new Map<string, Promise<boolean>>();

  /** The headers of a request to this server. */
  headersFor(url: string): Headers {
    return this.headers.get(url) ?? [ACCEPT];
  }

  /** Whether the answer means that the server requires a session. */
  isRefusal(outcome: RawOutcome): boolean {
    return outcome.kind === "reply" && NO_SESSION.has(outcome.status);
  }

  /** Opens a session; false where `initialize` opens none. Concurrent calls share one session. */
  open(
    environment: Pick<Environment, "wire"> & { clock: Clock },
    url: string,
    timeoutMs: number,
  ): Promise<boolean> {
    const running = this.opening.get(url);
    if (running !== undefined) return running;
    const attempt = this.initialize(environment, url, timeoutMs).finally(() => this.opening.delete(url));
    this.opening.set(url, attempt);
    return attempt;
  }

  private async initialize(
    { wire }: Pick<Environment, "wire">,
    url: string,
    timeoutMs: number,
  ): Promise<boolean> {
    const clientInfo = { name: "league-conformance", version: "1.0.0" };
    const params = { protocolVersion: VERSION, capabilities: {}, clientInfo };
    const hello = { jsonrpc: "2.0", id: 0, method: "initialize", params };
    const reply = await wire.exchange({ url, body: bytes(hello), headers: [ACCEPT], timeoutMs });
    if (reply.kind === "failure" || reply.status !== 200) return false;
    const session = headerOf(reply.headers, "mcp-session-id");
    const body = jsonIn(reply);
    const result = isObject(body) && isObject(body.result) ? body.result : undefined;
    if (result === undefined) return false;
    const headers: Headers = [
      ACCEPT,
      ["mcp-protocol-version", String(result.protocolVersion ?? VERSION)],
      ...(session === undefined ? [] : [["mcp-session-id", session] as const]),
    ];
    this.headers.set(url, headers);
    const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
    await wire.exchange({ url, body: bytes(ready), headers, timeoutMs });
    return true;
  }
}

/** The body of an answer as JSON text: MCP servers may send it as an event. The other bytes stay as they are. */
export function withoutEvents(reply: RawReply): RawReply {
  const media = headerOf(reply.headers, "content-type") ?? "";
  if (!/^text\/event-stream\b/i.test(media)) return reply;
  const data = answerIn(Buffer.from(reply.body).toString("utf8"));
  if (data === undefined) return reply;
  const others = reply.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  return { ...reply, headers: [...others, ["content-type", "application/json"]], body: utf8(data) };
}

/** The data of the last event: the events before it are notifications. */
function answerIn(stream: string): string | undefined {
  const events = stream.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice("data:".length).trimStart())
      .join("\n"),
  );
  return events.findLast((data) => data !== "");
}

function jsonIn(reply: RawReply): unknown {
  const scan = scanJson(withoutEvents(reply).body);
  return scan.ok ? scan.value : undefined;
}

function bytes(value: unknown): Uint8Array {
  return utf8(JSON.stringify(value));
}
