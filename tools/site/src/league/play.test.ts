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
  it("is the same for the same seed, and another one for another seed", async () => {
    const [first, again, other] = [request, request, { ...request, seed: 8 }].map((one) =>
      playLeague(one, strategies.random),
    );
    expect(await again).toEqual(await first);
    expect((await other)?.rounds).not.toEqual((await first)?.rounds);
  });

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

describe("a fork", () => {
  it("inverts one choice, and changes nothing before it", async () => {
    const before = await playLeague(request, strategies.random);
    const change = {
      kind: "choice",
      match_id: "R2M1",
      player_id: before.rounds[1]?.matches[0]?.players[0] ?? "",
    } as const;
    const after = await playLeague({ ...request, change }, strategies.random);
    const choiceIn = (report: typeof before) => report.rounds[1]?.matches[0]?.choices[change.player_id];
    expect(new Set([choiceIn(before), choiceIn(after)])).toEqual(new Set(["even", "odd"]));
    expect(after.rounds[0]).toEqual(before.rounds[0]);
  });

  it("drops one message, which is sent again", async () => {
    const before = await recorded(request);
    const call = before.find(
      (event) => event.type === "message_sent" && event.message_type === "CHOOSE_PARITY_CALL",
    );
    if (call?.type !== "message_sent") throw new Error("no choice was asked for");
    const after = await recorded({ ...request, change: { kind: "drop", exchange: call.exchange } });
    const sameUntil = before.indexOf(call) + 1;
    expect(after.slice(0, sameUntil)).toEqual(before.slice(0, sameUntil));
    const answer = after.find(
      (event) => event.type === "message_answered" && event.exchange === call.exchange,
    );
    expect(answer).toMatchObject({ status: null });
  });
});
