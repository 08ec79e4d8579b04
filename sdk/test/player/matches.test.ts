/**
 * What a player's author sees of its matches: history, states, callbacks and log (IS 4.2.3–4.2.10; D79–D86). The answers on the wire
 * are checks of the conformance suite, which every agent of the SDK passes.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { ChoiceContext } from "../../src/player/player-options.js";
import { type Enrolled, enrolled, playerPort } from "./enrolled.js";

let platform: Enrolled;

beforeEach(async () => {
  platform = await enrolled();
});

describe("the history", () => {
  it("has a match with its whole result, once", async () => {
    await platform.referee.play();
    await Promise.all([platform.referee.tell(), platform.referee.tell()]);
    await platform.referee.play();
    expect(platform.matches).toEqual([
      {
        player_id: "P01",
        match_id: "R1M1",
        league_id: "league_by_hand",
        round_id: 1,
        opponent_id: "P02",
        end: "win",
        points: 3,
        my_choice: "even",
        opponent_choice: "odd",
        drawn_number: 4,
        reason: "Number 4 is even.",
        at: platform.environment.timestamp(),
      },
    ]);
    expect(await platform.state()).toMatchObject({ statistics: { played: 1, wins: 1, points: 3 } });
  });

  it.each([
    ["a draw", "DRAW", null, { draws: 1, points: 1 }],
    ["a loss", "WIN", "P02", { losses: 1, technical_losses: 0, points: 0 }],
    ["a technical loss", "TECHNICAL_LOSS", "P02", { losses: 1, technical_losses: 1 }],
    ["a technical win", "TECHNICAL_LOSS", "P01", { wins: 1, points: 3 }],
    ["a win of neither", "TECHNICAL_LOSS", null, { losses: 1, technical_losses: 1 }],
  ])("counts %s as that", async (_what, status, winner_player_id, statistics) => {
    const result = { status, winner_player_id, drawn_number: null, number_parity: null };
    await platform.referee.play("R1M1", result);
    expect(await platform.state()).toMatchObject({ statistics: { played: 1, ...statistics } });
  });

  it("has the first result of a match with two referees, whose end closes both", async () => {
    const second = platform.refereeCalled("REF02");
    await platform.referee.invite();
    await second.invite();
    for (const referee of [second, platform.referee])
      expect((await referee.ask()).result).toMatchObject({ parity_choice: "odd" });
    expect(await platform.state()).toMatchObject({ match_id: "R1M1", state: "WAITING_FOR_RESULT" });
    await second.tell();
    expect(await platform.state()).toMatchObject({ match_id: null, state: "MATCH_COMPLETE" });
    await platform.referee.tell("R1M1", { winner_player_id: "P02" });
    expect(platform.matches.map(({ end }) => end)).toEqual(["win"]);
  });

  it("has a match whose result arrives after the completion of its round, which has closed it", async () => {
    await platform.referee.invite();
    await platform.completeRound();
    expect(await platform.state()).toMatchObject({ match_id: null });
    await platform.referee.tell();
    expect(platform.matches).toHaveLength(1);
  });
});

it("the state changes during a round as in IS 4.2, and a bye is no round to wait for", async () => {
  await platform.announceRound("P03");
  const steps = [
    () => platform.announceRound(),
    () => platform.referee.invite(),
    () => platform.referee.ask(),
    () => platform.referee.tell(),
    () => platform.completeRound(),
    () => platform.completeLeague(),
    () => platform.announce("shutdown", "SHUTDOWN_COMMAND", { reason: "that is all" }),
  ];
  const states = [(await platform.state()).state];
  for (const step of steps) {
    await step();
    states.push((await platform.state()).state);
  }
  expect(states).toEqual([
    "REGISTERED",
    "WAITING_FOR_ROUND",
    "WAITING_FOR_CHOICE_REQUEST",
    "WAITING_FOR_RESULT",
    "MATCH_COMPLETE",
    "REGISTERED",
    "LEAGUE_COMPLETE",
    "SHUTDOWN",
  ]);
  expect(await platform.player.done).toBe("that is all");
});

it("several matches at once do not delay each other", async () => {
  const slow = await enrolled({
    choose: async ({ match_id }) => {
      await slow.environment.wait(match_id === "R1M1" ? 20_000 : 1_000);
      return match_id === "R1M1" ? "even" : "odd";
    },
  });
  await slow.referee.invite("R1M1");
  await slow.referee.invite("R1M2");
  const first = slow.referee.ask("R1M1");
  const second = await slow.environment.run(slow.referee.ask("R1M2"));
  expect([slow.environment.now, second.result?.parity_choice]).toEqual([1_000, "odd"]);
  expect((await slow.environment.run(first)).result?.parity_choice).toBe("even");
  expect(slow.environment.now).toBe(20_000);
});

it("the end of a match aborts the signal of a strategy that still runs", async () => {
  const seen: ChoiceContext[] = [];
  const thinking = await enrolled({
    choose: (context) => {
      seen.push(context);
      return new Promise(() => {});
    },
  });
  await thinking.referee.invite();
  const asked = thinking.referee.ask();
  await thinking.environment.until(1_000);
  expect(await thinking.state()).toMatchObject({ state: "CHOOSING_PARITY" });
  await thinking.referee.tell("R1M1", { status: "TECHNICAL_LOSS", winner_player_id: "P02" });
  expect(seen[0]?.signal.aborted).toBe(true);
  expect((await thinking.environment.run(asked)).result).toMatchObject({ parity_choice: "even" });
  expect(thinking.environment.now).toBe(1_000);
});

it("a callback of the author that fails is logged, and the message is acknowledged", async () => {
  let ends = 0;
  const failing = await enrolled({
    onMatch: () => {
      throw new Error("disk full");
    },
    onLeagueCompleted: () => {
      ends += 1;
      throw new Error("no printer");
    },
  });
  await failing.referee.invite();
  expect((await failing.referee.tell()).result).toMatchObject({ status: "ACKNOWLEDGED" });
  for (const _ of [1, 2]) expect((await failing.completeLeague()).result).toMatchObject({ player_id: "P01" });
  expect(ends).toBe(1);
  const logged = failing.environment.logged.map(({ message }) => message).join("\n");
  expect(logged).toMatch(/disk full[\s\S]*no printer/);
});

it("a GAME_ERROR and a refused message are logged, without the token", async () => {
  const error = platform.referee.error("R1M1", { error_description: "too late" });
  await platform.environment.ask(playerPort, "notify_game_error", error);
  await platform.referee.invite("R1M1", { sender: "player:P02" });
  const { logged } = platform.environment;
  expect(logged).toContainEqual(
    expect.objectContaining({ level: "warn", message: "E001: too late", match_id: "R1M1" }),
  );
  expect(logged.some(({ message }) => message.includes("refused with E012"))).toBe(true);
  expect(JSON.stringify(logged)).not.toMatch(/token-of|token-by/);
});
