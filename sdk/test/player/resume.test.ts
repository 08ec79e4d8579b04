/** A player that is started again: it goes on as the member that it was, with what it knew. */
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/agent/agent.js";
import type { KeptRegistration } from "../../src/agent/registration-keeper.js";
import { createPlayer } from "../../src/player/create-player.js";
import type { PlayedMatch } from "../../src/player/history.js";
import type { ChoiceContext } from "../../src/player/strategy.js";
import { urlOf } from "../../src/testing/simulated-world.js";
import { MemoryKeeper } from "../peers/memory-keeper.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import { type Step, silent } from "../peers/scripted-peer.js";
import { ScriptedReferee } from "../peers/scripted-referee.js";
import { Stage } from "../peers/stage.js";

const port = 8101;

/** A player that may live several times. */
class Immortal {
  readonly stage = new Stage();
  readonly manager = new ScriptedManager(this.stage);
  readonly referee = new ScriptedReferee(this.stage, port);
  readonly keeper: MemoryKeeper;
  readonly asked: ChoiceContext[] = [];
  history: readonly PlayedMatch[] = [];
  running: RunningAgent | undefined;

  constructor(kept: KeptRegistration | null = null) {
    this.keeper = new MemoryKeeper(kept);
  }

  start(): RunningAgent {
    const player = createPlayer({
      displayName: "Ours",
      keeper: this.keeper,
      history: this.history,
      choose: (context) => {
        // As it is now: what a strategy sees grows with later matches.
        const { opponent, me } = context;
        this.asked.push({
          ...context,
          opponent: { ...opponent, choices: [...opponent.choices] },
          me: { ...me },
        });
        return "odd";
      },
      onMatch: (_match, all) => {
        this.history = [...all];
      },
    });
    this.running = this.stage.world.connect(player, port, this.manager.url);
    return this.running;
  }

  /** The end of its process: nothing is said, nothing is saved. */
  async crash(): Promise<void> {
    this.stage.world.network.detach(urlOf(port));
    await this.running?.close();
  }

  async restart(): Promise<RunningAgent> {
    await this.crash();
    return this.start();
  }

  registrations(): unknown[] {
    return this.manager.of("register_player").map(({ params }) => params.conversation_id);
  }
}

const refusing =
  (code: number, error_code: string): Step =>
  () => ({ error: { code, message: "refused", data: { error_code } } });

async function registered(world: Immortal): Promise<Immortal> {
  await world.stage.run(world.start().registered);
  return world;
}

describe("a player that is started again", () => {
  it("goes on under its id and token, and does not register", async () => {
    const world = await registered(new Immortal());
    const again = await world.restart();
    expect(await world.stage.run(again.registered)).toEqual({
      id: "P01",
      league_id: "league_by_hand",
      auth_token: "token-by-hand",
    });
    expect(world.registrations()).toHaveLength(1);
    expect(world.manager.of("league_query")).toHaveLength(1);
    expect(await world.referee.play("R1M1")).toBe("odd");
    expect(again.health()).toMatchObject({ id: "P01" });
  });

  it("knows its opponents of this league, and does not take those of another for them", async () => {
    const world = await registered(new Immortal());
    await world.referee.play("R1M1");
    const [match] = world.history;
    if (match === undefined) throw new Error("a match was played");
    world.history = [...world.history, { ...match, league_id: "another_league" }];
    await world.restart();
    await world.referee.play("R2M1");
    expect(world.asked.at(-1)).toMatchObject({
      opponent: { id: "P02", choices: ["odd"] },
      me: { statistics: { played: 2 } },
    });
  });

  it("answers in a match to which it was invited before", async () => {
    const world = await registered(new Immortal());
    await world.referee.invite("R1M1");
    await world.restart();
    expect((await world.referee.ask("R1M1")).result).toMatchObject({ parity_choice: "odd" });
    expect((await world.referee.tell("R1M1")).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(world.history).toMatchObject([
      { match_id: "R1M1", league_id: "league_by_hand", opponent_id: "P02" },
    ]);
  });

  it("acknowledges a result that it has no memory of, and counts one that it has no second time", async () => {
    const world = await registered(new Immortal());
    await world.referee.play("R1M1");
    await world.restart();
    for (const match_id of ["R1M1", "R2M1", "R2M1"]) {
      expect((await world.referee.tell(match_id)).result).toMatchObject({ status: "ACKNOWLEDGED" });
    }
    expect(world.history.map(({ match_id }) => match_id)).toEqual(["R1M1", "R2M1"]);
  });

  it("answers at once, while the league manager is down, and asks it until it is there", async () => {
    const world = await registered(new Immortal());
    world.manager.die();
    const again = await world.restart();
    expect(await world.referee.play("R1M1")).toBe("odd");
    await world.stage.run(again.registered);
    expect(world.stage.now).toBeLessThan(15_000);
    world.manager.listen();
    await world.stage.until(60_000);
    expect(world.manager.of("league_query")).toHaveLength(1);
    expect(world.registrations()).toHaveLength(1);
  });

  it.each([
    ["E005", -32005],
    ["E012", -32012],
    ["E013", -32013],
  ])("throws the registration away that is refused with %s, and registers anew", async (name, code) => {
    const world = await registered(new Immortal());
    const accepts = world.manager.accepts({ player_id: "P07", auth_token: "another-token" });
    world.manager.script = { register: accepts, query: refusing(code, name) };
    const again = await world.restart();
    expect(await world.stage.run(again.registered)).toMatchObject({ id: "P07" });
    expect(world.keeper.kept?.registration).toMatchObject({ id: "P07", auth_token: "another-token" });
    expect(new Set(world.registrations()).size).toBe(2);
    expect((await world.referee.ask("R1M1")).error).toMatchObject({ code: -32006 });
  });

  it("registers anew also when it hears only later that nobody knows it", async () => {
    const world = await registered(new Immortal());
    world.manager.die();
    const again = await world.restart();
    await world.stage.run(again.registered);
    const accepts = world.manager.accepts({ player_id: "P07" });
    world.manager.script = { register: accepts, query: refusing(-32012, "E012") };
    world.manager.listen();
    await world.stage.until(60_000);
    expect(again.health()).toMatchObject({ id: "P07", state: "REGISTERED" });
  });

  it("ends when it is let in nowhere any more", async () => {
    const world = await registered(new Immortal());
    world.manager.die();
    const again = await world.restart();
    await world.stage.run(again.registered);
    const rejects = world.manager.accepts({
      status: "REJECTED",
      player_id: null,
      auth_token: null,
      reason: "League full",
    });
    world.manager.script = { register: rejects, query: refusing(-32012, "E012") };
    world.manager.listen();
    expect(await world.stage.run(again.done)).toContain("League full");
  });

  it("repeats a registration whose answer it has not lived to hear", async () => {
    const world = new Immortal();
    world.manager.script = { register: silent };
    world.start();
    await world.stage.until(1_000);
    world.manager.script = {};
    const again = await world.restart();
    expect(await world.stage.run(again.registered)).toMatchObject({ id: "P01" });
    expect(world.registrations()).toHaveLength(2);
    expect(new Set(world.registrations()).size).toBe(1);
  });

  it("registers anew where it has another address: the league could not find it", async () => {
    const elsewhere = { endpoint: urlOf(9999), conversation_id: "conv-1", wire: "canonical" };
    const registration = { id: "P05", league_id: "league_by_hand", auth_token: "t" };
    const world = new Immortal({ ...elsewhere, registration });
    expect(await world.stage.run(world.start().registered)).toMatchObject({ id: "P01" });
    expect(world.registrations()).not.toContain("conv-1");
  });

  it("is a member to its end, also when it is closed before the league manager has confirmed that", async () => {
    const world = await registered(new Immortal());
    world.manager.script = { query: silent };
    const again = await world.restart();
    world.stage.world.clock.after(500, () => again.close());
    expect(await world.stage.run(again.registered)).toMatchObject({ id: "P01" });
    expect(world.stage.now).toBe(500);
  });

  it("says nothing of its token in its log", async () => {
    const world = await registered(new Immortal());
    await world.stage.run((await world.restart()).registered);
    expect(JSON.stringify(world.stage.logged)).not.toContain("token-by-hand");
  });
});
