/** Sessions with agents that are MCP servers: opened when the server requires one, and again when it has expired. */

import { bytesOf, isObject, jsonIn, utf8 } from "../../json.js";
import {
  type Headers,
  headerOf,
  type RawOutcome,
  type RawReply,
  type RawRequest,
  type Wire,
} from "../../wire/types.js";

const ACCEPT = ["accept", "application/json, text/event-stream"] as const;
const VERSION = "2025-06-18";

/** The HTTP statuses of MCP servers for a client without a session, or with one that has ended. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 404]);

export class McpSessions {
  private readonly headers = new Map<string, Headers>();
  private readonly opening = new Map<string, Promise<boolean>>();

  /**
   * Sends a request with the headers of MCP, and in a session if the server requires one. The answer is JSON, also where it
   * came as an event.
   * @param mayOpen whether a refusal may mean that the server requires a session
   */
  async send(wire: Wire, request: RawRequest, mayOpen = true): Promise<RawOutcome> {
    const inSession = () => {
      const headers = [...(this.headers.get(request.url) ?? [ACCEPT]), ...(request.headers ?? [])];
      return wire.exchange({ ...request, headers });
    };
    let raw = await inSession();
    const isRefusal = raw.kind === "reply" && NO_SESSION.has(raw.status);
    if (mayOpen && isRefusal && (await this.open(wire, request))) raw = await inSession();
    return raw.kind === "reply" ? withoutEvents(raw) : raw;
  }

  /** False where `initialize` opens no session. Concurrent calls share one session. */
  private open(wire: Wire, request: RawRequest): Promise<boolean> {
    const { url } = request;
    const attempt =
      this.opening.get(url) ?? this.initialize(wire, request).finally(() => this.opening.delete(url));
    this.opening.set(url, attempt);
    return attempt;
  }

  private async initialize(wire: Wire, { url, timeoutMs }: RawRequest): Promise<boolean> {
    const clientInfo = { name: "league-conformance", version: "1.0.0" };
    const params = { protocolVersion: VERSION, capabilities: {}, clientInfo };
    const hello = { jsonrpc: "2.0", id: 0, method: "initialize", params };
    const reply = await wire.exchange({ url, body: bytesOf(hello), headers: [ACCEPT], timeoutMs });
    if (reply.kind === "failure" || reply.status !== 200) return false;
    const session = headerOf(reply.headers, "mcp-session-id");
    const body = jsonIn(withoutEvents(reply).body);
    const result = isObject(body) && isObject(body.result) ? body.result : undefined;
    if (result === undefined) return false;
    const headers: Headers = [
      ACCEPT,
      ["mcp-protocol-version", String(result.protocolVersion ?? VERSION)],
      ...(session === undefined ? [] : [["mcp-session-id", session] as const]),
    ];
    this.headers.set(url, headers);
    const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
    await wire.exchange({ url, body: bytesOf(ready), headers, timeoutMs });
    return true;
  }
}

/** The body of an answer as JSON text: MCP servers may send it as an event. The other bytes stay as they are. */
function withoutEvents(reply: RawReply): RawReply {
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
