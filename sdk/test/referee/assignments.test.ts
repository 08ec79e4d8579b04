/** The match orders that a referee accepts: by sender, number and repetition (contract 6; D31, D70, D71, D77). */
import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../peers/environment.js";
import { silent } from "../peers/scripted-peer.js";
import type { ScriptedPlayer } from "../peers/scripted-player.js";
import { Refereed, refereePort } from "./refereed.js";

let platform: Refereed;

beforeEach(async () => {
  platform = new Refereed();
  await platform.environment.run(platform.referee.registered);
});

describe("run_match", () => {
  it("is acknowledged at once, and the players are invited at the same time", async () => {
    const asked = platform.environment.now;
    const { result } = await platform.assign();
    expect(platform.environment.now).toBe(asked);
    expect(result).toMatchObject({
      message_type: "RUN_MATCH_ACK",
      sender: "referee:REF01",
      auth_token: "token-by-hand",
      match_id: "R1M1",
      status: "acknowledged",
    });
    expect(platform.a.times("handle_game_invitation")).toEqual([asked]);
  });

  it.each(["player:P01", "referee:REF02", "operator", "operator:eve"])(
    "from %s is refused",
    async (sender) => {
      const { error } = await platform.environment.ask(refereePort, "run_match", {
        ...platform.order("R1M1"),
        sender,
      });
      expect(error).toMatchObject({
        code: -32012,
        message: "AUTH_TOKEN_INVALID",
        data: { error_code: "E012" },
      });
      await platform.environment.until(60_000);
      expect(platform.a.received).toEqual([]);
    },
  );

  it("before the registration is refused", async () => {
    const early = new Refereed({ manager: { register: silent } });
    const { error } = await early.assign();
    expect(error).toMatchObject({ code: -32008, data: { error_code: "E008" } });
    expect(early.a.received).toEqual([]);
  });

  it("that is repeated during the match is acknowledged, and the match is played and reported once", async () => {
    platform.a.script = { choice: platform.a.late(10_000, platform.a.chooses("odd")) };
    const answers = [await platform.assign(), await platform.assign()];
    await platform.environment.until(5_000);
    answers.push(await platform.assign());
    await platform.environment.until(60_000);
    expect(answers.map(({ result }) => result?.status)).toEqual([
      "acknowledged",
      "acknowledged",
      "acknowledged",
    ]);
    expect(platform.a.of("handle_game_invitation")).toHaveLength(1);
    expect(platform.a.of("notify_match_result")).toHaveLength(1);
    expect(platform.manager.reports).toHaveLength(1);
  });

  it("that is repeated after the end is acknowledged, and the same result is reported again", async () => {
    const result = await platform.play();
    expect((await platform.assign()).result).toMatchObject({ status: "acknowledged" });
    await platform.environment.until(platform.environment.now + 60_000);
    expect(platform.manager.reports.map(({ params }) => params.result)).toEqual([result, result]);
    expect(platform.a.of("handle_game_invitation")).toHaveLength(1);
    expect(platform.a.of("notify_match_result")).toHaveLength(1);
  });

  it("that is repeated during the report causes no second report", async () => {
    platform.manager.script = { report: silent };
    await platform.assign();
    await platform.environment.until(platform.environment.now + 5_000);
    expect(platform.manager.reports).toHaveLength(1);
    await platform.assign();
    expect(platform.manager.reports).toHaveLength(1);
  });

  it("may lack league and game, as in RA: then the referee's values apply", async () => {
    const { league_id: _, game_type: __, ...order } = platform.order("R1M1");
    await platform.environment.ask(refereePort, "run_match", order);
    expect(platform.a.of("handle_game_invitation")[0]?.params).toMatchObject({
      league_id: "league_by_hand",
      game_type: "even_odd",
    });
  });
});

describe("several matches", () => {
  /** Eight players, four matches, all of which take 20 s. */
  async function assignFour(): Promise<ScriptedPlayer[]> {
    const others = ["P03", "P04", "P05", "P06", "P07", "P08"].map((id) => platform.player(id));
    const players = [platform.a, platform.b, ...others];
    for (const player of players) player.script = { choice: player.late(20_000, player.chooses("odd")) };
    for (let match = 0; match < 4; match++) {
      const [a, b] = players.slice(2 * match);
      if (a && b) await platform.assign(`R1M${match + 1}`, a, b);
    }
    return players;
  }

  it("run two at a time, as announced; the others wait in the order of assignment", async () => {
    const players = await assignFour();
    await platform.environment.until(100_000);
    const invited = players.map((player) => player.times("handle_game_invitation"));
    expect(invited.map(([time]) => time)).toEqual([0, 0, 0, 0, 20_000, 20_000, 20_000, 20_000]);
    expect(platform.manager.reports.map(({ params, at }) => [params.match_id, at])).toEqual([
      ["R1M1", 20_000],
      ["R1M2", 20_000],
      ["R1M3", 40_000],
      ["R1M4", 40_000],
    ]);
    expect(platform.manager.of("register_referee")[0]?.params.referee_meta).toMatchObject({
      max_concurrent_matches: 2,
    });
  });

  it("are independent", async () => {
    const players = await assignFour();
    await platform.environment.until(100_000);
    for (const [index, player] of players.entries()) {
      const match_id = `R1M${Math.floor(index / 2) + 1}`;
      const opponent = players[index ^ 1]?.id ?? "";
      const text = JSON.stringify(player.received);
      expect(player.received.every(({ params }) => params.match_id === match_id)).toBe(true);
      const otherIds = players.map(({ id }) => id).filter((id) => id !== player.id && id !== opponent);
      for (const otherId of otherIds) expect(text).not.toContain(otherId);
    }
    for (const { params } of platform.manager.reports) {
      const { score, details } = params.result as { score: Message; details: Message };
      expect(Object.keys(details.choices as Message)).toEqual(Object.keys(score));
    }
  });

  it("are not delayed by a stalled one", async () => {
    const [c, d, e, f] = ["P03", "P04", "P05", "P06"].map((id) => platform.player(id));
    if (!c || !d || !e || !f) throw new Error("four players");
    platform.a.script = { join: silent };
    await platform.assign("R1M1");
    await platform.assign("R1M2", c, d);
    await platform.assign("R1M3", e, f);
    await platform.environment.until(1_000);
    expect(platform.manager.reports.map(({ params }) => params.match_id)).toEqual(["R1M2", "R1M3"]);
  });

  it("of one player do not affect each other", async () => {
    const c = platform.player("P03");
    platform.a.script = {
      choice: (request) => platform.a.chooses(request.params.match_id === "R1M1" ? "even" : "odd")(request),
    };
    await platform.assign("R1M1", platform.a, platform.b);
    await platform.assign("R1M2", c, platform.a);
    await platform.environment.until(1_000);
    const choices = platform.manager.reports.map(
      ({ params }) => (params.result as { details: Message }).details.choices,
    );
    expect(choices).toEqual([
      { P01: "even", P02: "even" },
      { P03: "even", P01: "odd" },
    ]);
  });
});

it("acknowledges an announcement and starts no match", async () => {
  const announcement = platform.manager.order("ROUND_ANNOUNCEMENT", {
    league_id: "league_by_hand",
    round_id: 1,
    matches: [
      {
        match_id: "R1M1",
        game_type: "even_odd",
        player_A_id: "P01",
        player_B_id: "P02",
        referee_endpoint: "http://127.0.0.1:8001/mcp",
      },
    ],
  });
  const { result } = await platform.environment.ask(refereePort, "notify_round", announcement);
  expect(result).toMatchObject({ message_type: "ROUND_ANNOUNCEMENT_ACK", referee_id: "REF01", round_id: 1 });
  await platform.environment.until(60_000);
  expect(platform.a.received).toEqual([]);
});

describe("shutdown", () => {
  it("from the league manager is acknowledged and obeyed", async () => {
    const { result } = await platform.environment.ask(
      refereePort,
      "shutdown",
      platform.manager.order("SHUTDOWN_COMMAND"),
    );
    expect(result).toMatchObject({
      message_type: "SHUTDOWN_ACK",
      referee_id: "REF01",
      status: "ACKNOWLEDGED",
    });
    expect(await platform.referee.done).toBe("shutdown by the league manager");
  });

  it("from any other sender is refused", async () => {
    const order = { ...platform.manager.order("SHUTDOWN_COMMAND"), sender: "player:P01" };
    const { error } = await platform.environment.ask(refereePort, "shutdown", order);
    expect(error).toMatchObject({ code: -32012 });
    expect((await platform.play()).status).toBeDefined();
  });
});

describe("closing", () => {
  it("ends all matches without a message, with no timer left", async () => {
    platform.a.script = { join: silent };
    await platform.assign("R1M1");
    await platform.assign("R1M2", platform.player("P03"), platform.player("P04", { choice: silent }));
    await platform.assign("R1M3", platform.player("P05"), platform.player("P06"));
    await platform.environment.until(3_000);
    await platform.referee.close();
    await platform.environment.until(200_000);
    expect(platform.manager.reports.map(({ params }) => params.match_id)).toEqual([]);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });
});
