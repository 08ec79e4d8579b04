/** A league manager that serves the viewer: `GET /` and `GET /events` at its own address. */
import type { Agent, Clock, HttpHandler, HttpRequest, RunningAgent } from "@league-v2/sdk";
import { type Recording, type RecordOptions, recordedAgent } from "@league-v2/viewer/record";
import type { PageHandler } from "./page-handler.js";

export interface Watched<Running extends RunningAgent> {
  readonly agent: Agent<Running>;
  /** Ends the streams of all watchers, so that the server can close. */
  readonly end: () => void;
}

/** The page, and the code that turns a recording into events, is loaded on the first request of a browser. */
export function watchedAgent<Running extends RunningAgent>(
  agent: Agent<Running>,
  recording: Recording,
  clock: Clock,
  options: RecordOptions,
): Watched<Running> {
  let loading: Promise<PageHandler> | undefined;
  let hasEnded = false;
  const load = async () => {
    const { pageHandler } = await import("./page-handler.js");
    const viewer = pageHandler(recording, clock);
    if (hasEnded) viewer.end();
    return viewer;
  };
  const withPage =
    (handle: HttpHandler): HttpHandler =>
    async (request) => {
      if (!isForViewer(request)) return handle(request);
      loading ??= load();
      return (await loading).handle(request);
    };
  return {
    agent: {
      role: agent.role,
      connect(agentContext) {
        const running = recordedAgent(agent, recording, options).connect(agentContext);
        return { ...running, handle: withPage(running.handle) };
      },
    },
    end() {
      hasEnded = true;
      loading?.then((viewer) => viewer.end());
    },
  };
}

/** Which requests are for the viewer: the events, and `/` unless the client asks for JSON, as agents do. */
export function isForViewer({ method, path, headers }: HttpRequest): boolean {
  const [place] = path.split("?", 1);
  if (place === "/events") return method === "GET";
  if (place !== "/" || !["GET", "HEAD"].includes(method)) return false;
  const accept = headers?.accept ?? "";
  return accept.includes("text/html") || !accept.includes("json");
}
