/** When a league starts, and who may start it (IS 2.2.4; contract 8). */
import { beforeEach, describe, expect, it } from "vitest";
import { Managed, managerPort } from "./managed.js";

let platform: Managed;

beforeEach(() => {
  platform = new Managed({ players: 4, referees: 2 });
});

describe("the start", () => {
  it("is automatic when the last expected member registers", async () => {
    await platform.enrol(4, 1);
    await platform.environment.until(60_000);
    expect(platform.sent("notify_round")).toEqual([]);
    await platform.referee().register();
    await platform.environment.until(60_001);
    expect(
      platform
        .sent("notify_round")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["Player 1", "Player 2", "Player 3", "Player 4", "Referee 1", "Referee 2"]);
  });

  it("follows the answer to the last member", async () => {
    await platform.enrol(4, 1);
    const last = platform.referee();
    await last.register();
    expect(last.received).toEqual([]);
    await platform.environment.until(1);
    expect(last.received.map(({ method }) => method)).toEqual(["notify_round", "run_match"]);
  });

  it.each([
    [0, 0, "INSUFFICIENT_PLAYERS"],
    [1, 1, "INSUFFICIENT_PLAYERS"],
    [2, 0, "NO_REFEREES"],
  ])("by order with %i players and %i referees is refused: %s", async (players, referees, name) => {
    const open = new Managed();
    await open.enrol(players, referees);
    const { error } = await open.start();
    expect(error).toMatchObject({ code: -32008, data: { error_code: "E008" } });
    expect(error?.data?.error_description).toContain(name);
    // The league is still open, and starts when enough members have registered.
    await open.enrol(2, 1);
    expect((await open.start()).result).toMatchObject({ state: "RUNNING_LEAGUE" });
  });

  it("by order includes the registered members, and returns the state of the league", async () => {
    const open = new Managed();
    await open.enrol(3, 1);
    const status = {
      message_type: "LEAGUE_STATUS",
      players: 3,
      referees: 1,
      total_rounds: 3,
      total_matches: 3,
    };
    expect((await open.start()).result).toMatchObject({
      ...status,
      league_id: "league_even_odd",
      state: "RUNNING_LEAGUE",
      current_round: 1,
      matches_played: 0,
    });
    await open.end();
    expect((await open.start("operator:terminal")).result).toMatchObject({
      ...status,
      state: "LEAGUE_COMPLETE",
      current_round: null,
      matches_played: 3,
    });
    expect(open.story.filter((type) => type === "league_started")).toHaveLength(1);
  });

  it("by two orders at once happens once", async () => {
    const open = new Managed();
    await open.enrol(2, 1);
    const order = () =>
      open.environment.post(
        managerPort,
        "start_league",
        open.environment.message("START_LEAGUE", "operator"),
      );
    await open.environment.run(Promise.all([order(), order()]));
    await open.end();
    expect(open.referees[0]?.given).toEqual(["R1M1"]);
  });

  it.each(["player:P01", "referee:REF01", "league_manager"])("by order of %s is refused", async (sender) => {
    const open = new Managed();
    await open.enrol(2, 1);
    expect((await open.start(sender)).error).toMatchObject({ code: -32012 });
    await open.environment.until(10_000);
    expect(open.story).not.toContain("league_started");
  });
});
