import type { PlayedMatch } from "@league-v2/sdk";
import { SimulatedClock } from "@league-v2/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { contextWith } from "../../strategies/context.fixture.js";
import { Turns } from "./turns.js";

const never = new AbortController().signal;
let clock: SimulatedClock;
let turns: Turns;
beforeEach(() => {
  clock = new SimulatedClock(0);
  turns = new Turns(clock);
});

/** The call of a player for one choice, which is due in 30 s. */
function asked(match_id: string, signal = never) {
  const choice = turns.choose({ ...contextWith({ opponent: ["odd"], signal }), match_id });
  const outcome: { value?: unknown } = {};
  Promise.resolve(choice).then(
    (value) => Object.assign(outcome, { value }),
    ({ message }) => Object.assign(outcome, { value: message }),
  );
  return outcome;
}

const played = (match_id: string): PlayedMatch => ({
  player_id: "P01",
  match_id,
  league_id: "l",
  round_id: 1,
  opponent_id: "P02",
  end: "win",
  points: 3,
  my_choice: "odd",
  opponent_choice: "even",
  drawn_number: 3,
  reason: null,
  at: "",
});

describe("the turns of a host", () => {
  it("are announced to a call that waits, with the time that is left before the fallback", async () => {
    const news = turns.next(25_000, never);
    await clock.advance(1_000);
    asked("R1M1");
    expect(await clock.run(news)).toEqual({
      status: "your_turn",
      turns: [
        {
          match_id: "R1M1",
          round_id: 1,
          game_type: "even_odd",
          role_in_match: "PLAYER_A",
          opponent_id: "P02",
          opponent_choices: ["odd"],
          seconds_left: 27,
        },
      ],
      results: [],
    });
    expect(clock.pending).toBe(0);
  });

  it("end a call without news after its limit, and the next call waits again", async () => {
    const limits = [25_000, 50_000];
    for (const limit of limits) {
      const begun = clock.now();
      expect(await clock.run(turns.next(limit, never))).toMatchObject({ status: "waiting" });
      expect(clock.now() - begun).toBe(limit);
    }
  });

  it("ask which match is meant if several are open", async () => {
    const [first, second] = [asked("R1M1"), asked("R2M1")];
    expect(() => turns.decide("odd")).toThrow("give the match_id: R1M1, R2M1");
    expect(() => turns.decide("odd", "R9M9")).toThrow(
      "match R9M9 waits for no choice; open matches: R1M1, R2M1",
    );
    turns.decide("odd", "R2M1");
    await clock.advance(0);
    expect([first.value, second.value]).toEqual([undefined, "odd"]);
  });

  it("are over when the player gives up waiting", async () => {
    const end = new AbortController();
    const outcome = asked("R1M1", end.signal);
    end.abort(new Error("too late"));
    await clock.advance(0);
    expect(outcome.value).toBe("too late");
    expect(turns.turns()).toEqual([]);
  });
});

describe("the results", () => {
  it("are kept when the host cancels its call", async () => {
    const cancel = new AbortController();
    const cancelled = turns.next(25_000, cancel.signal);
    cancel.abort(new Error("cancelled"));
    turns.finished(played("R1M1"));
    await expect(cancelled).rejects.toThrow("cancelled");
    expect((await turns.next(0, never)).results).toHaveLength(1);
  });
});
