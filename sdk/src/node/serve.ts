/** An agent on a port of its own: listening first, then registered, and gone without a trace at the end. */
import { protocol } from "@league-v2/contract";
import type { Agent, RunningAgent } from "../agent/agent.js";
import type { WireChoice } from "../agent/forms.js";
import type { Clock } from "../doors/clock.js";
import type { Log } from "../doors/log.js";
import type { Random } from "../doors/random.js";
import { secureRandom } from "../doors/secure-random.js";
import { systemClock } from "../doors/system-clock.js";
import type { Transport } from "../doors/transport.js";
import { internalFault } from "../http/replies.js";
import type { HttpReply } from "../http/types.js";
import { nodeTransport } from "./node-transport.js";
import { serveHandler } from "./serve-handler.js";
import { onSignal } from "./signals.js";

export interface ServeOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default: the loopback interface. */
  readonly host?: string;
  /** The league manager's URL, e.g. `http://127.0.0.1:8000/mcp`. Without it the agent registers nowhere. */
  readonly league?: string;
  /** The address that others are told; by default the one on which it listens. */
  readonly endpoint?: string;
  readonly log?: Log;
  /** Close on SIGINT and SIGTERM. Default true. */
  readonly closeOnSignal?: boolean;
  /** In which wire form it speaks to those who have not spoken to it. Default `auto`. */
  readonly wire?: WireChoice;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly transport?: Transport;
}

export interface Served<Running extends RunningAgent> {
  /** Where others reach it, e.g. `http://127.0.0.1:8101/mcp`. */
  readonly url: string;
  readonly agent: Running;
  /** Stops listening and all work of the agent. Calling it twice is harmless. */
  close(): Promise<void>;
}

/**
 * Listens, and resolves when the agent is registered with its league (at once for an agent without one).
 * The agent closes itself after the league manager's shutdown command.
 * @throws StartupError PORT_IN_USE; RegistrationRejected; RegistrationFailed after all retries
 */
export async function serve<Running extends RunningAgent>(
  agent: Agent<Running>,
  options: ServeOptions = {},
): Promise<Served<Running>> {
  const { port = 0, host = "127.0.0.1", league, log, wire, closeOnSignal = true } = options;
  const {
    clock = systemClock,
    random = secureRandom,
    transport = nodeTransport({ limits: protocol.limits }),
  } = options;
  let running: Running | undefined;
  const listening = await serveHandler((request) => running?.handle(request) ?? unready(), {
    port,
    host,
    clock,
    limits: protocol.limits,
  });
  const url = options.endpoint ?? `${listening.origin}${protocol.paths.mcp}`;
  const connected = agent.connect({
    endpoint: url,
    clock,
    random,
    transport,
    ...(league === undefined ? {} : { league }),
    ...(log === undefined ? {} : { log }),
    ...(wire === undefined ? {} : { wire }),
  });
  running = connected;

  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    forget();
    await listening.close();
    await connected.close();
    if (options.transport === undefined) await transport.close?.();
  };
  const close = () => {
    closing ??= shutDown();
    return closing;
  };
  const forget = closeOnSignal ? onSignal(close) : () => {};
  void connected.done.then(close);

  if (league !== undefined) {
    try {
      await connected.registered;
    } catch (error) {
      await close();
      throw error;
    }
  }
  return { url, agent: connected, close };
}

/** A request that comes between listening and connecting. */
async function unready(): Promise<HttpReply> {
  return internalFault();
}
