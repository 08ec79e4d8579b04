/** What a referee takes on: from whom, how much at once, and how often (contract 6; D31, D70, D71, D77). */
import { beforeEach, describe, expect, it } from "vitest";
import { silent } from "../peers/scripted-peer.js";
import type { ScriptedPlayer } from "../peers/scripted-player.js";
import type { Message } from "../peers/stage.js";
import { Refereed, refereePort } from "./refereed.js";

let world: Refereed;

beforeEach(async () => {
  world = new Refereed();
  await world.stage.run(world.referee.registered);
});

describe("run_match", () => {
  it("is acknowledged at once, and the players are invited in the same instant", async () => {
    const asked = world.stage.now;
    const { result } = await world.assign();
    expect(world.stage.now).toBe(asked);
    expect(result).toMatchObject({
      message_type: "RUN_MATCH_ACK",
      sender: "referee:REF01",
      auth_token: "token-by-hand",
      match_id: "R1M1",
      status: "acknowledged",
    });
    expect(world.a.times("handle_game_invitation")).toEqual([asked]);
  });

  it.each(["player:P01", "referee:REF02", "operator", "operator:eve"])(
    "from %s is refused",
    async (sender) => {
      const { error } = await world.stage.ask(refereePort, "run_match", { ...world.order("R1M1"), sender });
      expect(error).toMatchObject({
        code: -32012,
        message: "AUTH_TOKEN_INVALID",
        data: { error_code: "E012" },
      });
      await world.stage.until(60_000);
      expect(world.a.heard).toEqual([]);
    },
  );

  it("before the registration is refused", async () => {
    const early = new Refereed({ manager: { register: silent } });
    const { error } = await early.assign();
    expect(error).toMatchObject({ code: -32008, data: { error_code: "E008" } });
    expect(early.a.heard).toEqual([]);
  });

  it("that is repeated while the match is under way is acknowledged, and played and reported once", async () => {
    world.a.script = { choice: world.a.late(10_000, world.a.chooses("odd")) };
    const answers = [await world.assign(), await world.assign()];
    await world.stage.until(5_000);
    answers.push(await world.assign());
    await world.stage.until(60_000);
    expect(answers.map(({ result }) => result?.status)).toEqual([
      "acknowledged",
      "acknowledged",
      "acknowledged",
    ]);
    expect(world.a.of("handle_game_invitation")).toHaveLength(1);
    expect(world.a.of("notify_match_result")).toHaveLength(1);
    expect(world.manager.reports).toHaveLength(1);
  });

  it("that is repeated after the end is acknowledged, and the same result is reported again", async () => {
    const result = await world.play();
    expect((await world.assign()).result).toMatchObject({ status: "acknowledged" });
    await world.stage.until(world.stage.now + 60_000);
    expect(world.manager.reports.map(({ params }) => params.result)).toEqual([result, result]);
    expect(world.a.of("handle_game_invitation")).toHaveLength(1);
    expect(world.a.of("notify_match_result")).toHaveLength(1);
  });

  it("that is repeated while the report is under way does not bring a second report", async () => {
    world.manager.script = { report: silent };
    await world.assign();
    await world.stage.until(world.stage.now + 5_000);
    expect(world.manager.reports).toHaveLength(1);
    await world.assign();
    expect(world.manager.reports).toHaveLength(1);
  });

  it("may lack league and game, as RA's does: then they are the referee's own", async () => {
    const { league_id: _, game_type: __, ...order } = world.order("R1M1");
    await world.stage.ask(refereePort, "run_match", order);
    expect(world.a.of("handle_game_invitation")[0]?.params).toMatchObject({
      league_id: "league_by_hand",
      game_type: "even_odd",
    });
  });
});

describe("several matches", () => {
  /** Eight players, four matches, all of which take 20 s. */
  async function assignFour(): Promise<ScriptedPlayer[]> {
    const others = ["P03", "P04", "P05", "P06", "P07", "P08"].map((id) => world.player(id));
    const players = [world.a, world.b, ...others];
    for (const player of players) player.script = { choice: player.late(20_000, player.chooses("odd")) };
    for (let match = 0; match < 4; match++) {
      const [a, b] = players.slice(2 * match);
      if (a && b) await world.assign(`R1M${match + 1}`, a, b);
    }
    return players;
  }

  it("run two at a time, as announced; the rest waits in the order of assignment", async () => {
    const players = await assignFour();
    await world.stage.until(100_000);
    const invited = players.map((player) => player.times("handle_game_invitation"));
    expect(invited.map(([time]) => time)).toEqual([0, 0, 0, 0, 20_000, 20_000, 20_000, 20_000]);
    expect(world.manager.reports.map(({ params, at }) => [params.match_id, at])).toEqual([
      ["R1M1", 20_000],
      ["R1M2", 20_000],
      ["R1M3", 40_000],
      ["R1M4", 40_000],
    ]);
    expect(world.manager.of("register_referee")[0]?.params.referee_meta).toMatchObject({
      max_concurrent_matches: 2,
    });
  });

  it("do not mix", async () => {
    const players = await assignFour();
    await world.stage.until(100_000);
    for (const [index, player] of players.entries()) {
      const match_id = `R1M${Math.floor(index / 2) + 1}`;
      const opponent = players[index ^ 1]?.id ?? "";
      const text = JSON.stringify(player.heard);
      expect(player.heard.every(({ params }) => params.match_id === match_id)).toBe(true);
      const strangers = players.map(({ id }) => id).filter((id) => id !== player.id && id !== opponent);
      for (const stranger of strangers) expect(text).not.toContain(stranger);
    }
    for (const { params } of world.manager.reports) {
      const { score, details } = params.result as { score: Message; details: Message };
      expect(Object.keys(details.choices as Message)).toEqual(Object.keys(score));
    }
  });

  it("are not held up by one that stalls", async () => {
    const [c, d, e, f] = ["P03", "P04", "P05", "P06"].map((id) => world.player(id));
    if (!c || !d || !e || !f) throw new Error("four players");
    world.a.script = { join: silent };
    await world.assign("R1M1");
    await world.assign("R1M2", c, d);
    await world.assign("R1M3", e, f);
    await world.stage.until(1_000);
    expect(world.manager.reports.map(({ params }) => params.match_id)).toEqual(["R1M2", "R1M3"]);
  });

  it("of one player do not disturb each other", async () => {
    const c = world.player("P03");
    world.a.script = {
      choice: (heard) => world.a.chooses(heard.params.match_id === "R1M1" ? "even" : "odd")(heard),
    };
    await world.assign("R1M1", world.a, world.b);
    await world.assign("R1M2", c, world.a);
    await world.stage.until(1_000);
    const choices = world.manager.reports.map(
      ({ params }) => (params.result as { details: Message }).details.choices,
    );
    expect(choices).toEqual([
      { P01: "even", P02: "even" },
      { P03: "even", P01: "odd" },
    ]);
  });
});

it("plays nothing because of an announcement, and acknowledges it", async () => {
  const announcement = world.manager.order("ROUND_ANNOUNCEMENT", {
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
  const { result } = await world.stage.ask(refereePort, "notify_round", announcement);
  expect(result).toMatchObject({ message_type: "ROUND_ANNOUNCEMENT_ACK", referee_id: "REF01", round_id: 1 });
  await world.stage.until(60_000);
  expect(world.a.heard).toEqual([]);
});

describe("shutdown", () => {
  it("from the league manager is acknowledged and obeyed", async () => {
    const { result } = await world.stage.ask(
      refereePort,
      "shutdown",
      world.manager.order("SHUTDOWN_COMMAND"),
    );
    expect(result).toMatchObject({
      message_type: "SHUTDOWN_ACK",
      referee_id: "REF01",
      status: "ACKNOWLEDGED",
    });
    expect(await world.referee.done).toBe("shutdown by the league manager");
  });

  it("from anybody else is refused", async () => {
    const order = { ...world.manager.order("SHUTDOWN_COMMAND"), sender: "player:P01" };
    const { error } = await world.stage.ask(refereePort, "shutdown", order);
    expect(error).toMatchObject({ code: -32012 });
    expect((await world.play()).status).toBeDefined();
  });
});

describe("closing", () => {
  it("ends all matches, told to nobody, with no timer left", async () => {
    world.a.script = { join: silent };
    await world.assign("R1M1");
    await world.assign("R1M2", world.player("P03"), world.player("P04", { choice: silent }));
    await world.assign("R1M3", world.player("P05"), world.player("P06"));
    await world.stage.until(3_000);
    await world.referee.close();
    await world.stage.until(200_000);
    expect(world.manager.reports.map(({ params }) => params.match_id)).toEqual([]);
    expect(world.stage.world.clock.pending).toBe(0);
  });
});
