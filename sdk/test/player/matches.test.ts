/** A player in its matches: it joins, chooses once, and accepts messages of its referee only (IS 4.2.3–4.2.6; D79–D86). */
import { beforeEach, describe, expect, it } from "vitest";
import type { ChoiceContext } from "../../src/player/strategy.js";
import { announcements, type Enrolled, enrolled, playerPort } from "./enrolled.js";

let platform: Enrolled;

beforeEach(async () => {
  platform = await enrolled();
});

const refusal = (code: string) => {
  const data = { error_code: code, message_type: "GAME_ERROR", match_id: "R1M1", sender: "player:P01" };
  return { error: { code: -32000 - Number(code.slice(1)), data } };
};

describe("an invitation", () => {
  it("is accepted, with the ids of the invitation and the player's own token", async () => {
    expect(await platform.referee.invite()).toMatchObject({
      result: {
        protocol: "league.v2",
        message_type: "GAME_JOIN_ACK",
        sender: "player:P01",
        conversation_id: "conv-R1M1-referee:REF01",
        auth_token: "token-by-hand",
        match_id: "R1M1",
        player_id: "P01",
        arrival_timestamp: platform.environment.timestamp(),
        accept: true,
      },
    });
  });

  it("is accepted before any announcement, repeatedly, and during another stalled match", async () => {
    for (const match_id of ["R1M1", "R1M1", "R2M1", "R1M1", "R9M9"]) {
      expect((await platform.referee.invite(match_id)).result).toMatchObject({ match_id, accept: true });
    }
  });

  it.each(announcements)("is accepted after %s", async (method, type, fields) => {
    await platform.announce(method, type, fields);
    expect((await platform.referee.invite()).result).toMatchObject({ accept: true });
    expect((await platform.referee.ask()).result).toMatchObject({ parity_choice: "odd" });
  });

  it("is accepted after the end of its match, which is not counted again", async () => {
    await platform.referee.play("R1M1");
    expect(await platform.referee.play("R1M1")).toBe("odd");
    expect(platform.matches).toHaveLength(1);
  });

  it("of another league or another round is accepted", async () => {
    const strange = { league_id: "another_league", round_id: 99, opponent_id: "P99" };
    expect((await platform.referee.invite("R1M1", strange)).result).toMatchObject({ accept: true });
  });

  it("without a token is refused with E011", async () => {
    expect(await platform.referee.invite("R1M1", { auth_token: null })).toMatchObject(refusal("E011"));
    const { auth_token: _, ...unsigned } = platform.referee.invitation("R1M1");
    expect(await platform.environment.ask(playerPort, "handle_game_invitation", unsigned)).toMatchObject(
      refusal("E011"),
    );
  });

  it.each(["player:P02", "league_manager", "operator"])("from %s is refused with E012", async (sender) => {
    expect(await platform.referee.invite("R1M1", { sender })).toMatchObject(refusal("E012"));
  });
});

describe("a call for the choice", () => {
  it("is answered with the ids of the call, also if they differ from the invitation's", async () => {
    await platform.referee.invite();
    expect((await platform.referee.ask("R1M1", { conversation_id: "conv-new" })).result).toMatchObject({
      message_type: "CHOOSE_PARITY_RESPONSE",
      sender: "player:P01",
      conversation_id: "conv-new",
      auth_token: "token-by-hand",
      match_id: "R1M1",
      player_id: "P01",
      parity_choice: "odd",
    });
  });

  it("is answered if it has no standings, and with any deadline", async () => {
    for (const deadline of ["20250101T000030Z", "soon", "1970-01-01T00:00:00Z"]) {
      await platform.referee.invite();
      const context = { opponent_id: "P02", round_id: 1 };
      const { result } = await platform.referee.ask("R1M1", { deadline, context });
      expect(result).toMatchObject({ parity_choice: "odd" });
    }
  });

  it("for a match without an invitation is refused with E006", async () => {
    expect(await platform.referee.ask("R1M1")).toMatchObject(refusal("E006"));
  });

  it("for another player is refused with E005", async () => {
    await platform.referee.invite();
    expect(await platform.referee.ask("R1M1", { player_id: "P02" })).toMatchObject(refusal("E005"));
  });

  it("after the end of the match is refused with E008", async () => {
    await platform.referee.play();
    expect(await platform.referee.ask()).toMatchObject(refusal("E008"));
  });
});

describe("a message of an impostor", () => {
  it.each([
    ["another sender", "REF02", "token-of-REF02"],
    ["another sender with the right token", "REF02", "token-of-REF01"],
    ["another token", "REF01", "guessed"],
  ])("with %s is refused with E012, without an effect", async (_how, id, token) => {
    await platform.referee.invite();
    const impostor = platform.refereeCalled(id, token);
    expect(await impostor.ask()).toMatchObject(refusal("E012"));
    expect(await impostor.tell()).toMatchObject(refusal("E012"));
    expect(platform.matches).toEqual([]);
    expect((await platform.referee.ask()).result).toMatchObject({ parity_choice: "odd" });
    expect((await platform.referee.tell()).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(platform.matches).toHaveLength(1);
  });

  it("without a token is refused with E011", async () => {
    await platform.referee.invite();
    expect(await platform.referee.ask("R1M1", { auth_token: null })).toMatchObject(refusal("E011"));
    expect(await platform.referee.tell("R1M1", {}, { auth_token: null })).toMatchObject(refusal("E011"));
  });
});

describe("a match with a second referee", () => {
  it("is played with the second referee, and its end closes the match of the first one", async () => {
    const second = platform.refereeCalled("REF02");
    await platform.referee.invite();
    await second.invite();
    expect((await second.ask()).result).toMatchObject({ parity_choice: "odd" });
    expect((await platform.referee.ask()).result).toMatchObject({ parity_choice: "odd" });
    expect(await platform.state()).toMatchObject({ match_id: "R1M1", state: "WAITING_FOR_RESULT" });
    await second.tell();
    expect(await platform.state()).toMatchObject({ match_id: null, state: "MATCH_COMPLETE" });
    expect((await platform.referee.tell("R1M1", { winner_player_id: "P02" })).result).toMatchObject({
      status: "ACKNOWLEDGED",
    });
    expect(platform.matches.map(({ end }) => end)).toEqual(["win"]);
  });

  it("is closed after a time if no referee ends it", async () => {
    await platform.referee.invite("R1M1");
    const [, , completed] = announcements;
    if (completed) await platform.announce(completed[0], completed[1], completed[2]);
    expect(await platform.state()).toMatchObject({ match_id: null });
    // The result may arrive after the round's completion, and is still accepted.
    expect((await platform.referee.tell("R1M1")).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(platform.matches).toHaveLength(1);
  });
});

describe("GAME_OVER", () => {
  it("is acknowledged and stored in the history", async () => {
    await platform.referee.invite();
    await platform.referee.ask();
    expect((await platform.referee.tell()).result).toMatchObject({
      message_type: "GAME_OVER_ACK",
      match_id: "R1M1",
      player_id: "P01",
      status: "ACKNOWLEDGED",
    });
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
  });

  it("that is repeated is acknowledged again and counted once", async () => {
    await platform.referee.play();
    const answers = await Promise.all([platform.referee.tell(), platform.referee.tell()]);
    for (const { result } of answers) expect(result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(platform.matches).toHaveLength(1);
    expect(await platform.state()).toMatchObject({ statistics: { played: 1, wins: 1, points: 3 } });
  });

  it("of an unknown match is refused with E006", async () => {
    expect(await platform.referee.tell()).toMatchObject(refusal("E006"));
  });

  it.each([
    ["a draw", { status: "DRAW", winner_player_id: null }, { draws: 1, points: 1 }],
    ["a loss", { winner_player_id: "P02" }, { losses: 1, technical_losses: 0, points: 0 }],
    [
      "a technical loss",
      { status: "TECHNICAL_LOSS", winner_player_id: "P02" },
      { losses: 1, technical_losses: 1 },
    ],
    ["a technical win", { status: "TECHNICAL_LOSS", winner_player_id: "P01" }, { wins: 1, points: 3 }],
    [
      "a win of neither",
      { status: "TECHNICAL_LOSS", winner_player_id: null },
      { losses: 1, technical_losses: 1 },
    ],
  ])("of %s is counted as that", async (_what, result, statistics) => {
    await platform.referee.play("R1M1", { ...result, drawn_number: null, number_parity: null });
    expect(await platform.state()).toMatchObject({ statistics: { played: 1, ...statistics } });
  });

  it("is acknowledged even if onMatch fails", async () => {
    const failing = await enrolled({
      onMatch: () => {
        throw new Error("disk full");
      },
    });
    await failing.referee.invite();
    expect((await failing.referee.tell()).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(failing.environment.logged.some(({ message }) => message.includes("disk full"))).toBe(true);
  });

  it("aborts the signal of a strategy that still runs", async () => {
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
    const loss = {
      status: "TECHNICAL_LOSS",
      winner_player_id: "P02",
      drawn_number: null,
      number_parity: null,
    };
    expect((await thinking.referee.tell("R1M1", loss)).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(seen[0]?.signal.aborted).toBe(true);
    expect((await thinking.environment.run(asked)).result).toMatchObject({ parity_choice: "even" });
    expect(thinking.environment.now).toBe(1_000);
    expect(await thinking.state()).toMatchObject({
      state: "MATCH_COMPLETE",
      statistics: { technical_losses: 1 },
    });
  });
});

describe("GAME_ERROR", () => {
  it("is acknowledged if it has an id, logged, and has no other effect", async () => {
    await platform.referee.invite();
    const error = platform.referee.error("R1M1", { error_description: "too late" });
    const { result } = await platform.environment.ask(playerPort, "notify_game_error", error);
    expect(result).toMatchObject({ message_type: "GAME_ERROR_ACK", match_id: "R1M1", player_id: "P01" });
    expect(
      await platform.environment.send(playerPort, {
        jsonrpc: "2.0",
        method: "notify_game_error",
        params: error,
      }),
    ).toBe("");
    expect(platform.environment.logged).toContainEqual(
      expect.objectContaining({ level: "warn", message: "E001: too late", match_id: "R1M1" }),
    );
    expect((await platform.referee.ask()).result).toMatchObject({ parity_choice: "odd" });
  });
});

it("a player plays several matches at once, which do not delay each other", async () => {
  const slow = await enrolled({
    choose: async ({ match_id }) => {
      await slow.environment.wait(match_id === "R1M1" ? 20_000 : 1_000);
      return match_id === "R1M1" ? "even" : "odd";
    },
  });
  const other = slow.refereeCalled("REF02");
  await slow.referee.invite("R1M1");
  await other.invite("R1M2");
  const first = slow.referee.ask("R1M1");
  const second = await slow.environment.run(other.ask("R1M2"));
  expect([slow.environment.now, second.result?.parity_choice]).toEqual([1_000, "odd"]);
  await other.tell("R1M2");
  expect((await slow.environment.run(first)).result).toMatchObject({
    match_id: "R1M1",
    parity_choice: "even",
  });
  expect(slow.environment.now).toBe(20_000);
});
