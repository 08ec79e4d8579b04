/** A restarted player: it continues with its membership and its history. */
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/agent/core/agent.js";
import type { StoredRegistration } from "../../src/agent/membership/registration-store.js";
import { createPlayer } from "../../src/player/create-player.js";
import type { PlayedMatch } from "../../src/player/history.js";
import type { ChoiceContext } from "../../src/player/strategy.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment } from "../peers/environment.js";
import { MemoryRegistrationStore } from "../peers/memory-registration-store.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import { type Step, silent } from "../peers/scripted-peer.js";
import { ScriptedReferee } from "../peers/scripted-referee.js";

const port = 8101;

/** A player that can be restarted. */
class RestartablePlayer {
  readonly environment = new Environment();
  readonly manager = new ScriptedManager(this.environment);
  readonly referee = new ScriptedReferee(this.environment, port);
  readonly keeper: MemoryRegistrationStore;
  readonly asked: ChoiceContext[] = [];
  history: readonly PlayedMatch[] = [];
  running: RunningAgent | undefined;

  constructor(kept: StoredRegistration | null = null) {
    this.keeper = new MemoryRegistrationStore(kept);
  }

  start(): RunningAgent {
    const player = createPlayer({
      displayName: "Ours",
      keeper: this.keeper,
      history: this.history,
      choose: (context) => {
        // A copy, because the strategy's input grows with later matches.
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
    this.running = this.environment.platform.connect(player, port, this.manager.url);
    return this.running;
  }

  /** Simulates a crash: the player sends and saves nothing afterwards. */
  async crash(): Promise<void> {
    this.environment.platform.network.detach(urlOf(port));
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

async function registered(platform: RestartablePlayer): Promise<RestartablePlayer> {
  await platform.environment.run(platform.start().registered);
  return platform;
}

describe("a restarted player", () => {
  it("continues with its id and token, and does not register", async () => {
    const platform = await registered(new RestartablePlayer());
    const again = await platform.restart();
    expect(await platform.environment.run(again.registered)).toEqual({
      id: "P01",
      league_id: "league_by_hand",
      auth_token: "token-by-hand",
    });
    expect(platform.registrations()).toHaveLength(1);
    expect(platform.manager.of("league_query")).toHaveLength(1);
    expect(await platform.referee.play("R1M1")).toBe("odd");
    expect(again.health()).toMatchObject({ id: "P01" });
  });

  it("recognizes its opponents of this league, and distinguishes them from those of another", async () => {
    const platform = await registered(new RestartablePlayer());
    await platform.referee.play("R1M1");
    const [match] = platform.history;
    if (match === undefined) throw new Error("a match was played");
    platform.history = [...platform.history, { ...match, league_id: "another_league" }];
    await platform.restart();
    await platform.referee.play("R2M1");
    expect(platform.asked.at(-1)).toMatchObject({
      opponent: { id: "P02", choices: ["odd"] },
      me: { statistics: { played: 2 } },
    });
  });

  it("answers in a match to which it was invited before", async () => {
    const platform = await registered(new RestartablePlayer());
    await platform.referee.invite("R1M1");
    await platform.restart();
    expect((await platform.referee.ask("R1M1")).result).toMatchObject({ parity_choice: "odd" });
    expect((await platform.referee.tell("R1M1")).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(platform.history).toMatchObject([
      { match_id: "R1M1", league_id: "league_by_hand", opponent_id: "P02" },
    ]);
  });

  it("acknowledges a result of an unknown match, and does not count a stored one again", async () => {
    const platform = await registered(new RestartablePlayer());
    await platform.referee.play("R1M1");
    await platform.restart();
    for (const match_id of ["R1M1", "R2M1", "R2M1"]) {
      expect((await platform.referee.tell(match_id)).result).toMatchObject({ status: "ACKNOWLEDGED" });
    }
    expect(platform.history.map(({ match_id }) => match_id)).toEqual(["R1M1", "R2M1"]);
  });

  it("answers at once while the league manager is unreachable, and repeats its confirmation until it answers", async () => {
    const platform = await registered(new RestartablePlayer());
    platform.manager.disconnect();
    const again = await platform.restart();
    expect(await platform.referee.play("R1M1")).toBe("odd");
    await platform.environment.run(again.registered);
    expect(platform.environment.now).toBeLessThan(15_000);
    platform.manager.listen();
    await platform.environment.until(60_000);
    expect(platform.manager.of("league_query")).toHaveLength(1);
    expect(platform.registrations()).toHaveLength(1);
  });

  it.each([
    ["E005", -32005],
    ["E012", -32012],
    ["E013", -32013],
  ])("discards a registration that is refused with %s, and registers again", async (name, code) => {
    const platform = await registered(new RestartablePlayer());
    const accepts = platform.manager.accepts({ player_id: "P07", auth_token: "another-token" });
    platform.manager.script = { register: accepts, query: refusing(code, name) };
    const again = await platform.restart();
    expect(await platform.environment.run(again.registered)).toMatchObject({ id: "P07" });
    expect(platform.keeper.kept?.registration).toMatchObject({ id: "P07", auth_token: "another-token" });
    expect(new Set(platform.registrations()).size).toBe(2);
    expect((await platform.referee.ask("R1M1")).error).toMatchObject({ code: -32006 });
  });

  it("registers again if a later confirmation is refused", async () => {
    const platform = await registered(new RestartablePlayer());
    platform.manager.disconnect();
    const again = await platform.restart();
    await platform.environment.run(again.registered);
    const accepts = platform.manager.accepts({ player_id: "P07" });
    platform.manager.script = { register: accepts, query: refusing(-32012, "E012") };
    platform.manager.listen();
    await platform.environment.until(60_000);
    expect(again.health()).toMatchObject({ id: "P07", state: "REGISTERED" });
  });

  it("ends if its new registration is rejected", async () => {
    const platform = await registered(new RestartablePlayer());
    platform.manager.disconnect();
    const again = await platform.restart();
    await platform.environment.run(again.registered);
    const rejects = platform.manager.accepts({
      status: "REJECTED",
      player_id: null,
      auth_token: null,
      reason: "League full",
    });
    platform.manager.script = { register: rejects, query: refusing(-32012, "E012") };
    platform.manager.listen();
    expect(await platform.environment.run(again.done)).toContain("League full");
  });

  it("repeats a registration after a crash before its answer", async () => {
    const platform = new RestartablePlayer();
    platform.manager.script = { register: silent };
    platform.start();
    await platform.environment.until(1_000);
    platform.manager.script = {};
    const again = await platform.restart();
    expect(await platform.environment.run(again.registered)).toMatchObject({ id: "P01" });
    expect(platform.registrations()).toHaveLength(2);
    expect(new Set(platform.registrations()).size).toBe(1);
  });

  it("registers again if its address has changed", async () => {
    const elsewhere = { endpoint: urlOf(9999), conversation_id: "conv-1" };
    const registration = { id: "P05", league_id: "league_by_hand", auth_token: "t" };
    const platform = new RestartablePlayer({ ...elsewhere, registration });
    expect(await platform.environment.run(platform.start().registered)).toMatchObject({ id: "P01" });
    expect(platform.registrations()).not.toContain("conv-1");
  });

  it("is a member until it is closed, also without a confirmation of the league manager", async () => {
    const platform = await registered(new RestartablePlayer());
    platform.manager.script = { query: silent };
    const again = await platform.restart();
    platform.environment.platform.clock.after(500, () => again.close());
    expect(await platform.environment.run(again.registered)).toMatchObject({ id: "P01" });
    expect(platform.environment.now).toBe(500);
  });

  it("writes no token to its log", async () => {
    const platform = await registered(new RestartablePlayer());
    await platform.environment.run((await platform.restart()).registered);
    expect(JSON.stringify(platform.environment.logged)).not.toContain("token-by-hand");
  });
});
