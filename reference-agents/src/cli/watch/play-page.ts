/** `league play --watch` and `--html`: a recording of all agents, shown while it grows and saved at the end. */

import { spawn } from "node:child_process";
import { protocol } from "@league-v2/contract";
import type { Clock, HttpReply, LeagueEvent } from "@league-v2/sdk";
import { serveHandler } from "@league-v2/sdk/node";
import { fileRecordingLimit, Recording, recordedAgent } from "@league-v2/viewer/record";
import type { LeaguePlan, PlaySetting } from "../../play/agents.js";
import { type CliContext, stoppedBefore } from "../cli-context.js";
import type { PlaySettings } from "../command-fields.js";
import { isForViewer } from "./watched-agent.js";

export interface PlayPage {
  /** For the league that is played. */
  readonly setting: Pick<PlaySetting, "observe" | "listeners">;
  /** When the league is over: saves the page, and shows it until the process is stopped. */
  readonly finish: () => Promise<void>;
  /** Calling it twice is harmless. */
  readonly close: () => Promise<void>;
}

/** On simulated time a whole league may last 0 ms, so that events need distinct times. */
const simulatedApartMs = 1;

/** @param clock the league's own, simulated or real */
export async function openPlayPage(
  plan: LeaguePlan,
  { html, watch, memory }: PlaySettings,
  context: CliContext,
  clock: Clock,
): Promise<PlayPage> {
  const recording = new Recording(() => clock.now(), fileRecordingLimit, memory ? simulatedApartMs : 0);
  const { league_id, seed } = plan;
  const league = { league_id, seed, clock: memory ? "simulated" : "real" } as const;
  const shown = watch ? await show(recording, context) : null;
  if (shown !== null) context.error(`watch the league at ${shown.url}`);
  return {
    setting: {
      observe: (agent) => recordedAgent(agent, recording, { incoming: false, league }),
      listeners: [(event: LeagueEvent) => recording.add({ kind: "league", event })],
    },
    async finish() {
      if (html !== undefined) {
        const { savePage } = await import("./page-handler.js");
        context.error(`page: ${await savePage(recording, html, context.folder)}`);
      }
      if (shown === null) return;
      context.error(`the league is complete; its page stays at ${shown.url} until this command is stopped`);
      await stoppedBefore(new Promise(() => {}), context.stop);
    },
    close: async () => shown?.close(),
  };
}

const nothingHere: HttpReply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Nothing here; try /",
};

/** Serves the page on a separate free port, so that it is available before the league and after it. */
async function show(recording: Recording, context: CliContext) {
  const { pageHandler } = await import("./page-handler.js");
  const viewer = pageHandler(recording, context.clock);
  const { origin, close } = await serveHandler(
    async (request) => (isForViewer(request) ? viewer.handle(request) : nothingHere),
    { port: 0, clock: context.clock, limits: protocol.limits },
  );
  const url = `${origin}/`;
  const { environment, screen } = context;
  openBrowser(url, { platform: process.platform, environment, isTerminal: screen !== null });
  return {
    url,
    async close() {
      viewer.end();
      await close();
    },
  };
}

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

interface BrowserPlace {
  readonly platform: NodeJS.Platform;
  readonly environment: { readonly [variable: string]: string | undefined };
  /** Whether the output is a terminal. */
  readonly isTerminal: boolean;
}

/** Opens nothing without a browser; the address is printed in any case. */
function openBrowser(url: string, place: BrowserPlace): void {
  const [program, ...args] = browserCommand(url, place) ?? [];
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: "ignore", detached: true, env: place.environment });
  // A missing browser is no error.
  child.on("error", () => {});
  child.unref();
}

/** The program with its arguments; null without a terminal or a display, and in a CI job. */
export function browserCommand(
  url: string,
  { platform, environment, isTerminal }: BrowserPlace,
): readonly string[] | null {
  const program = programs[platform];
  const { DISPLAY, WAYLAND_DISPLAY, CI } = environment;
  const hasDisplay = platform !== "linux" || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (program === undefined || !isTerminal || !hasDisplay || (CI ?? "") !== "") return null;
  return [...program, url];
}
