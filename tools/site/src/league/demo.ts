/** The league of the demo page, which follows from a seed. */
import { strategies } from "@league-v2/agents";
import { pageWith } from "@league-v2/viewer";
import { recordLeague } from "./play.js";
import type { LeagueRequest } from "./request.js";

/** One player misses its deadlines and some messages are lost, so that the page shows retries and technical losses. */
const request: LeagueRequest = {
  seed: 7,
  opponents: ["random", "frequency", "pattern", "timeout", "random"],
  faults: ["lost"],
};

/** @param viewer the page without events */
export async function demoPage(viewer: string): Promise<string> {
  const { events } = await recordLeague(request, strategies.pattern);
  return pageWith(viewer, events);
}
