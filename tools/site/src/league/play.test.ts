import { strategies } from "@league-v2/agents";
import { eventsOf, type ViewerEvent } from "@league-v2/viewer";
import { fileRecordingLimit, Recording } from "@league-v2/viewer/record";
import { describe, expect, it } from "vitest";
import { playLeague } from "./play.js";
import { type LeagueRequest, networkFaults } from "./request.js";

const request: LeagueRequest = { seed: 7, opponents: ["random", "frequency", "pattern"], faults: [] };

async function recorded(given: LeagueRequest): Promise<readonly ViewerEvent[]> {
  let recording: Recording | undefined;
  await playLeague(given, strategies.random, {
    record({ clock }) {
      recording = new Recording(() => clock.now(), fileRecordingLimit, 1);
      return recording;
    },
  });
  if (recording === undefined) throw new Error("nothing was recorded");
  return eventsOf(recording);
}

const textOf = (events: readonly ViewerEvent[]) => JSON.stringify(events);

describe("a league of the page", () => {
  it("reports each match", async () => {
    let matches = 0;
    const report = await playLeague(request, strategies.random, {
      onMatch() {
        matches += 1;
      },
    });
    expect(matches).toBe(report.total_matches);
  });

  it.each(networkFaults)("is complete with the fault %s", async (fault) => {
    const calm = await recorded(request);
    const faulty = await recorded({ ...request, faults: [fault] });
    expect(faulty.at(-1)?.at).toBeGreaterThanOrEqual(calm.at(-1)?.at ?? 0);
    expect(faulty.some(({ type }) => type === "league_completed")).toBe(true);
    expect(textOf(faulty)).not.toBe(textOf(calm));
  });
});
