import type { CallRow, ClientOptions } from "../src/client/client.js";
import { createClient } from "../src/client/create-client.js";
import type { LogEntry } from "../src/platform/log.js";
import { seededRandom } from "../src/platform/seeded-random.js";
import { SIMULATION_START, SimulatedClock } from "../src/platform/simulated-clock.js";
import {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../src/platform/transport.js";

export const url = "http://player-1:8101/mcp";
export const backoff = { firstMs: 200, factor: 2, maximumMs: 5000, jitter: 0.5 };
export const exactBackoff = { ...backoff, jitter: 0 };
export const row: CallRow = { name: "choose_parity", deadlineMs: 5000, retries: 0, retryPauseMs: null };
export const message = {
  message_type: "CHOOSE_PARITY_CALL",
  conversation_id: "c-1",
  match_id: "R1M1",
  auth_token: "secret",
};

/** A peer's answer to a request; `ms` is the time of the request since the start. */
export type Peer = (
  request: Request,
  ms: number,
  n: number,
) => Promise<Partial<IncomingReply>> | Partial<IncomingReply>;
export interface Request {
  jsonrpc: string;
  method: string;
  params: unknown;
  id?: number;
}

/** A client in simulated time, and one peer that it calls. */
export function setUpClient(peer: Peer, options: Partial<ClientOptions> = {}) {
  const clock = new SimulatedClock();
  const log: LogEntry[] = [];
  const arrivals: { ms: number; request: Request; url: string }[] = [];
  const now = () => clock.now() - SIMULATION_START;
  const transport: Transport = {
    async send(outgoing: OutgoingRequest) {
      const request = JSON.parse(outgoing.body) as Request;
      arrivals.push({ ms: now(), request, url: outgoing.url });
      const reply = await peer(request, now(), arrivals.length);
      return { status: 200, contentType: "application/json", body: "", ...reply };
    },
  };
  const client = createClient({
    transport,
    clock,
    random: seededRandom(1),
    backoff: exactBackoff,
    limits: { jsonDepth: 16 },
    log: (entry) => log.push(entry),
    ...options,
  });
  return { clock, client, log, arrivals, now, times: () => arrivals.map(({ ms }) => ms) };
}

export const result = (value: unknown, { id }: Request) => ({
  body: JSON.stringify({ jsonrpc: "2.0", result: value, id }),
});
export const unreachable = () => Promise.reject(new TransportError("unreachable", "ECONNREFUSED"));
export const silent = () => new Promise<never>(() => {});
