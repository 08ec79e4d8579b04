/** Records the requests that an agent sends, and optionally those it receives; its behaviour does not change. */
import type { Agent, HttpHandler, RunningAgent, Transport } from "@league-v2/sdk";
import type { Recording } from "./recording.js";

export interface RecordOptions {
  /** Whether received requests are recorded here; false if their senders are recorded too. */
  readonly incoming: boolean;
  /** For the head of the recording; given if this agent is the league manager. */
  readonly league?: {
    readonly league_id: string;
    readonly clock: "real" | "simulated";
    readonly seed: number | null;
  };
}

export function recordedAgent<Running extends RunningAgent>(
  agent: Agent<Running>,
  recording: Recording,
  { incoming, league }: RecordOptions,
): Agent<Running> {
  return {
    role: agent.role,
    connect(link) {
      const { endpoint, transport } = link;
      if (league !== undefined) {
        const fact = { type: "league_opened", managers: [endpoint], ...league } as const;
        recording.add({ kind: "fact", fact });
      }
      const running = agent.connect({ ...link, transport: recorded(transport, endpoint, recording) });
      if (!incoming) return running;
      return { ...running, handle: recordedHandle(running.handle, endpoint, recording) };
    },
  };
}

function recorded(transport: Transport, from: string, recording: Recording): Transport {
  return {
    ...transport,
    async send(request) {
      if (request.verb === "GET") return transport.send(request);
      const exchange = recording.newExchange();
      recording.add({ kind: "sent", exchange, from, to: request.url, body: request.body });
      try {
        const { status, body, ...rest } = await transport.send(request);
        recording.add({ kind: "answered", exchange, status, body, failure: null });
        return { status, body, ...rest };
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        recording.add({ kind: "answered", exchange, status: null, body: "", failure });
        throw error;
      }
    },
    close: async () => transport.close?.(),
  };
}

function recordedHandle(handle: HttpHandler, to: string, recording: Recording): HttpHandler {
  return async (request) => {
    if (request.method !== "POST") return handle(request);
    const exchange = recording.newExchange();
    recording.add({ kind: "sent", exchange, from: null, to, body: request.body });
    const reply = await handle(request);
    recording.add({ kind: "answered", exchange, status: reply.status, body: reply.body, failure: null });
    return reply;
  };
}
