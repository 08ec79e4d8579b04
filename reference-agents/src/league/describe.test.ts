import type { LeagueEnd } from "@league-v2/sdk";
import type { Member, RecordedResult } from "@league-v2/sdk/store";
import { expect, it, describe as suite } from "vitest";
import { describe } from "./describe.js";
import { playSmall } from "./league.fixture.js";
import { LeagueProjection } from "./league-projection.js";

const result: RecordedResult = {
  match_id: "R1M1",
  round_id: 1,
  referee_id: "REF01",
  status: "WIN",
  winner: "P02",
  score: { P01: 0, P02: 3 },
  drawn_number: 4,
  choices: { P01: "odd", P02: "even" },
};

suite("an event as text", () => {
  it.each([
    ["a win", result, "R1M1: P02 beats P01 (P01 odd, P02 even; drawn 4)"],
    [
      "a draw",
      { ...result, status: "DRAW", winner: null, choices: { P01: "odd", P02: "odd" } },
      "R1M1: P01 and P02 draw (P01 odd, P02 odd; drawn 4)",
    ],
    [
      "a technical loss",
      { ...result, status: "TECHNICAL_LOSS", drawn_number: null, choices: { P01: null, P02: "even" } },
      "R1M1: P02 beats P01 by technical loss (P01 none, P02 even; nothing drawn)",
    ],
    [
      "a match that is not in the schedule",
      { ...result, status: "TECHNICAL_LOSS", winner: null, drawn_number: null, choices: {} },
      "R1M1: P01 and P02 both lose (P01 none, P02 none; nothing drawn)",
    ],
  ] as const)("%s", (_name, recorded, words) => {
    expect(describe({ type: "result_recorded", result: recorded }, new LeagueProjection("league_1"))).toBe(
      words,
    );
  });

  it("describes a whole league", async () => {
    const lines: string[] = [];
    await playSmall({ players: 2, referees: 1 }, (event, projection) =>
      lines.push(describe(event, projection)),
    );
    expect(lines).toEqual([
      'referee REF01 registered: "Referee 1" at http://127.0.0.1:8001/mcp',
      'player P01 registered: "Player 1 (random)" at http://127.0.0.1:8101/mcp',
      'player P02 registered: "Player 2 (frequency)" at http://127.0.0.1:8102/mcp',
      "league league_1 starts: 2 players, 1 referee, 1 round, 1 match",
      "round 1 of 1 is announced: 1 match",
      "R1M1: P01 against P02, referee REF01",
      expect.stringMatching(/^R1M1: P0[12] (beats|and) P0[12]/),
      expect.stringMatching(/^round 1 of 1 is completed; P0[12] leads with \d points?$/),
      expect.stringMatching(/^the champion is Player \d \(\w+\) \(P0[12]\) with \d points?$/),
    ]);
  });

  it("names no champion of a league whose referees have reported no result", () => {
    const projection = new LeagueProjection("league_1");
    const unplayed: RecordedResult = { ...result, referee_id: null, status: "TECHNICAL_LOSS", winner: null };
    const champion = { rank: 1, player_id: "P01", display_name: "A", points: 0 };
    const end = { champion, standings: [] } as unknown as LeagueEnd;
    projection.take({ type: "member_registered", member: { id: "REF01", role: "referee" } as Member });
    projection.take({ type: "result_recorded", result: unplayed });
    const words = () => describe({ type: "league_completed", end }, projection);
    expect(words()).toBe("no match was played: no result came from REF01");
    projection.take({ type: "result_recorded", result: { ...result, match_id: "R2M1" } });
    expect(words()).toBe("the champion is A (P01) with 0 points");
  });
});
