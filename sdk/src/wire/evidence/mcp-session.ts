/** The client side of a session with an MCP server. */
import type { Transport } from "../../platform/transport.js";

/** Supported versions of MCP, the newest first. Our agents do not use the features that differ between them. */
export const mcpVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** MCP servers refuse clients that do not accept both media types. */
export const mcpHeaders = { accept: "application/json, text/event-stream" };

/**
 * The headers of requests in a new session; null for a server that opens none.
 * @throws TransportError
 */
export async function openSession(
  transport: Transport,
  url: string,
  signal: AbortSignal,
): Promise<Record<string, string> | null> {
  const [protocolVersion] = mcpVersions;
  const clientInfo = { name: "league.v2", version: "1.0.0" };
  const hello = { protocolVersion, capabilities: {}, clientInfo };
  const send = (message: object, headers: Record<string, string>) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    return transport.send({ url, body, signal, headers });
  };
  const reply = await send({ id: 0, method: "initialize", params: hello }, mcpHeaders);
  if (reply.status < 200 || reply.status > 299) return null;
  const id = reply.sessionId;
  const version = /"protocolVersion"\s*:\s*"([^"]+)"/.exec(reply.body)?.[1] ?? protocolVersion;
  const headers = {
    ...mcpHeaders,
    "mcp-protocol-version": version,
    ...(id === undefined ? {} : { "mcp-session-id": id }),
  };
  await send({ method: "notifications/initialized" }, headers);
  return headers;
}
