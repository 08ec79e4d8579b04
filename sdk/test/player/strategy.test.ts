/** The player's guard around its strategy, and the strategy's input (contract 6, IS 4.2.5, 4.5). */
import { describe, expect, it } from "vitest";
import type { PlayedMatch } from "../../src/player/history.js";
import type { ChoiceContext } from "../../src/player/player-options.js";
import { enrolled } from "./enrolled.js";

/** An invited player with a strategy that never returns, and the signal of the strategy. */
async function hanging() {
  let given: AbortSignal | undefined;
  const platform = await enrolled({
    choose: ({ signal }) => {
      given = signal;
      return new Promise(() => {});
    },
  });
  await platform.referee.invite();
  return { platform, signal: () => given };
}

describe("a strategy", () => {
  it("that hangs is replaced by the fallback choice well before the 30 s are over", async () => {
    const { platform, signal } = await hanging();
    const { result } = await platform.environment.run(platform.referee.ask());
    expect(result).toMatchObject({ parity_choice: "even" });
    expect(platform.environment.now).toBe(28_000);
    expect(signal()?.aborted).toBe(true);
    expect(platform.environment.logged.some(({ message }) => message.startsWith("fallback choice"))).toBe(
      true,
    );
  });

  it.each([
    ["takes 27 s", true, 27_000],
    ["takes 31 s, if its guard is off,", false, 31_000],
  ])("that %s is awaited", async (_what, guard, ms) => {
    const platform = await enrolled({
      guard,
      choose: async () => {
        await platform.environment.wait(ms);
        return "odd" as const;
      },
    });
    await platform.referee.invite();
    expect((await platform.environment.run(platform.referee.ask())).result).toMatchObject({
      parity_choice: "odd",
    });
    expect(platform.environment.now).toBe(ms);
  });

  const fails = (error: unknown) => () => {
    throw error;
  };
  it.each<[string, () => unknown]>([
    ["throws", fails(new Error("no idea"))],
    ["throws something odd", fails(Object.create(null))],
    ["rejects", () => Promise.reject(new Error("no idea"))],
    ["returns EVEN", () => "EVEN"],
    ["returns nothing", () => undefined],
    ["returns what JSON cannot write", () => 10n],
  ])("that %s is replaced by the fallback choice", async (_what, choose) => {
    const platform = await enrolled({ choose: choose as () => "even" });
    await platform.referee.invite();
    const { result } = await platform.environment.run(platform.referee.ask());
    expect([result?.parity_choice, platform.environment.now]).toEqual(["even", 0]);
  });

  it("is logged with its choice, and with its reason if it has one", async () => {
    const answers = [
      "odd",
      { choice: "even", reason: "P02 likes odd" },
      { choice: "odd", reason: 7 },
    ] as const;
    let asked = 0;
    const platform = await enrolled({ choose: (() => answers[asked++]) as unknown as () => "even" });
    for (const match_id of ["R1M1", "R2M1", "R3M1"]) await platform.referee.play(match_id);
    expect(platform.environment.logged.filter(({ message }) => message.startsWith("chose"))).toEqual(
      [
        ["R1M1", "chose odd against P02"],
        ["R2M1", "chose even against P02: P02 likes odd"],
        ["R3M1", "chose odd against P02"],
      ].map(([match_id, message]) => ({ level: "info", message, match_id })),
    );
  });

  it("that runs when the player is closed is aborted, and leaves no timer", async () => {
    const { platform, signal } = await hanging();
    const asked = platform.referee.ask();
    await platform.environment.until(100);
    await platform.player.close();
    expect(signal()?.aborted).toBe(true);
    await platform.environment.run(asked);
    expect(platform.environment.now).toBe(100);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });
});

describe("the input of a strategy", () => {
  it("has the earlier matches against this opponent, and the player's statistics", async () => {
    const seen: unknown[] = [];
    const platform = await enrolled({
      choose: ({ match_id, opponent, me, history }) => {
        const { played, points } = me.statistics;
        seen.push([match_id, [...opponent.choices], opponent.lastChoice, played, points, history.length]);
        return "odd";
      },
    });
    await platform.referee.play("R1M1", { choices: { P01: "odd", P02: "odd" } });
    await platform.referee.play("R2M1", { choices: { P01: "odd", P02: null }, status: "TECHNICAL_LOSS" });
    await platform.referee.play("R3M1");
    expect(seen).toEqual([
      ["R1M1", [], null, 0, 0, 0],
      ["R2M1", ["odd"], "odd", 1, 3, 1],
      ["R3M1", ["odd"], "odd", 2, 6, 2],
    ]);
  });

  it("has the standings that the manager and the referee have sent, and the round", async () => {
    const seen: ChoiceContext[] = [];
    const platform = await enrolled({
      choose: (context) => {
        seen.push(context);
        return "odd";
      },
    });
    await platform.referee.play("R1M1");
    const row = { played: 1, wins: 1, draws: 0, losses: 0, points: 3 };
    const standings = [
      { rank: 1, player_id: "P01", ...row },
      { rank: 2, player_id: "P02", ...row, wins: 0, losses: 1, points: 0 },
    ];
    const update = { league_id: "league_by_hand", round_id: 1, standings };
    await platform.announce("update_standings", "LEAGUE_STANDINGS_UPDATE", update);
    await platform.referee.invite("R2M1", { round_id: 2 });
    const your_standings = { wins: 1, losses: 0, draws: 0, points: 3 };
    await platform.referee.ask("R2M1", { context: { opponent_id: "P02", round_id: 2, your_standings } });
    expect(seen.map((context) => [context.round_id, context.standings, context.me.standing])).toEqual([
      [1, [], { wins: 0, losses: 0, draws: 0, points: 0 }],
      [2, standings, your_standings],
    ]);
    expect(platform.environment.logged).toContainEqual({
      level: "info",
      message: "standings of round 1",
      data: standings,
    });
  });

  it("contains the matches of an earlier run, also if their ids are used again", async () => {
    const earlier: PlayedMatch = {
      player_id: "P01",
      match_id: "R1M1",
      league_id: "league_by_hand",
      round_id: 1,
      opponent_id: "P02",
      end: "draw",
      points: 1,
      my_choice: "odd",
      opponent_choice: "even",
      drawn_number: null,
      reason: null,
      at: "2024-12-31T00:00:00.000Z",
    };
    let last: unknown;
    const platform = await enrolled({
      history: [earlier],
      choose: ({ opponent }) => {
        last = opponent.lastChoice;
        return "odd";
      },
    });
    await platform.referee.play("R1M1");
    expect(last).toBe("even");
    expect(await platform.state()).toMatchObject({ statistics: { played: 2, draws: 1, wins: 1, points: 4 } });
    expect(platform.matches.map(({ match_id }) => match_id)).toEqual(["R1M1"]);
  });
});
