/**
 * Every message that an agent sends and receives, as lines of its log at level debug. The SDK logs only that a call was made
 * and how long it took; these lines have the content.
 */
import type { Agent, HttpHandler, Log, RunningAgent, Transport } from "@league-v2/sdk";
import type { JsonLog } from "./json-log.js";

/** The same agent with the log. Its behaviour does not change; a body that cannot be read is passed on. */
export function observe<Running extends RunningAgent>(agent: Agent<Running>): Agent<Running> {
  return {
    role: agent.role,
    connect(agentContext) {
      const { log } = agentContext;
      if (log === undefined) return agent.connect(agentContext);
      const running = agent.connect({
        ...agentContext,
        transport: loggedTransport(agentContext.transport, log),
      });
      return { ...running, handle: loggedHandler(running.handle, log) };
    },
  };
}

function loggedTransport(transport: Transport, log: Log): Transport {
  return {
    ...transport,
    async send(request) {
      note(log, "sends", request.body, { to: request.url });
      const reply = await transport.send(request);
      note(log, "is answered", reply.body, { by: request.url });
      return reply;
    },
  };
}

function loggedHandler(handle: HttpHandler, log: Log): HttpHandler {
  return async (request) => {
    note(log, "receives", textOf(request.body), {});
    const reply = await handle(request);
    note(log, "answers", reply.body, {});
    return reply;
  };
}

function note(log: Log, verb: string, body: string, place: Readonly<Record<string, string>>): void {
  for (const { method, params, result, error } of exchangesIn(body)) {
    const message = params ?? result ?? error?.data;
    const type = textIn(message, "message_type");
    const conversation = textIn(message, "conversation_id");
    log({
      level: "debug",
      message: `${verb} ${type ?? method ?? error?.message ?? "a message"}`,
      ...(type === undefined ? {} : { message_type: type }),
      ...(conversation === undefined ? {} : { conversation_id: conversation }),
      data: { ...place, ...(method === undefined ? {} : { method }), body: message },
    });
  }
}

interface Exchange {
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string; readonly data?: unknown };
}

/** The JSON-RPC objects of a body: one, those of a batch, or none. */
function exchangesIn(body: string): readonly Exchange[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(
      (one) => typeof one === "object" && one !== null,
    );
  } catch {
    return [];
  }
}

function textIn(message: unknown, name: string): string | undefined {
  const value =
    typeof message === "object" && message !== null ? (message as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function textOf(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

/**
 * The same agent with a log.
 * @param id the agent id of its lines, read for each line
 */
export function logged<Running extends RunningAgent>(
  agent: Agent<Running>,
  id: () => string,
  log: JsonLog,
): Agent<Running> {
  const observed = log.writes("debug") ? observe(agent) : agent;
  return {
    role: agent.role,
    connect({ log: _, ...agentContext }) {
      // An agent without a log does not create its entries.
      return observed.connect(log.writes("error") ? { ...agentContext, log: log.for(id) } : agentContext);
    },
  };
}

/** An agent whose id can be read while it runs: for logs and files that are named after it. */
export interface Identified<Running extends RunningAgent> {
  readonly agent: Agent<Running>;
  /** Null until the agent is registered. */
  readonly id: () => string | null;
}

/** The same agent, to be connected once. */
export function identified<Running extends RunningAgent>(agent: Agent<Running>): Identified<Running> {
  let running: Running | undefined;
  return {
    agent: {
      role: agent.role,
      connect(agentContext) {
        running = agent.connect(agentContext);
        return running;
      },
    },
    id: () => running?.health().id ?? null,
  };
}
