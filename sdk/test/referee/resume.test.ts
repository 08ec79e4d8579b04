/** A referee that is started again: what it had finished it tells again, what it had not it plays afresh. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/agent/agent.js";
import { createReferee } from "../../src/referee/create-referee.js";
import type { MatchRecord } from "../../src/referee/record.js";
import { urlOf } from "../../src/testing/simulated-world.js";
import { MemoryJournal } from "../peers/memory-journal.js";
import { MemoryKeeper } from "../peers/memory-keeper.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import type { Step } from "../peers/scripted-peer.js";
import { ScriptedPlayer } from "../peers/scripted-player.js";
import { type Message, type RpcAnswer, Stage } from "../peers/stage.js";

const port = 8001;

/** A referee that may live several times, with two players. */
class Immortal {
  readonly stage: Stage;
  readonly manager: ScriptedManager;
  readonly a: ScriptedPlayer;
  readonly b: ScriptedPlayer;
  readonly keeper = new MemoryKeeper();
  readonly journal = new MemoryJournal();
  readonly records: MatchRecord[] = [];
  running: RunningAgent | undefined;

  constructor(seed = 1) {
    this.stage = new Stage({ seed });
    this.manager = new ScriptedManager(this.stage);
    this.a = new ScriptedPlayer(this.stage, 8101, "P01");
    this.b = new ScriptedPlayer(this.stage, 8102, "P02");
  }

  start(): RunningAgent {
    const { keeper, journal } = this;
    const onMatch = (record: MatchRecord) => void this.records.push(record);
    const agent = createReferee({ displayName: "Ours", keeper, journal, onMatch });
    this.running = this.stage.world.connect(agent, port, this.manager.url);
    return this.running;
  }

  /** The end of its process: nothing is said, nothing is saved. */
  async crash(): Promise<void> {
    this.stage.world.network.detach(urlOf(port));
    await this.running?.close();
  }

  assign(match_id = "R1M1"): Promise<RpcAnswer> {
    const order = this.manager.order("RUN_MATCH", {
      league_id: "league_by_hand",
      round_id: 1,
      match_id,
      game_type: "even_odd",
      player_A_id: "P01",
      player_B_id: "P02",
      player_A_endpoint: this.a.url,
      player_B_endpoint: this.b.url,
    });
    return this.stage.ask(port, "run_match", order);
  }

  results(): Message[] {
    return this.manager.reports.map(({ params }) => params.result as Message);
  }
}

async function registered(seed?: number): Promise<Immortal> {
  const world = new Immortal(seed);
  await world.stage.run(world.start().registered);
  return world;
}

describe("a referee that is started again", () => {
  it("reports what it had finished, and plays it no second time", async () => {
    const world = await registered();
    world.manager.script = { report: () => new Promise(() => {}) };
    await world.assign();
    await world.stage.until(2_000);
    expect([...world.journal.kept.keys()]).toEqual(["R1M1"]);
    await world.crash();
    world.manager.script = {};
    const again = world.start();
    await world.stage.run(again.registered);
    await world.stage.until(60_000);
    expect(world.manager.of("register_referee")).toHaveLength(1);
    expect(world.journal.kept.size).toBe(0);
    await world.assign();
    await world.stage.until(120_000);
    expect(world.a.of("handle_game_invitation")).toHaveLength(1);
    const [first, ...others] = world.results();
    expect(others).toEqual([first, first]);
    expect(world.records).toMatchObject([{ match_id: "R1M1", reported: true, referee_id: "REF01" }]);
    const types = world.records[0]?.transcript.map(({ message }) => (message as Message).message_type);
    expect(types).toEqual(expect.arrayContaining(["GAME_INVITATION", "GAME_OVER", "MATCH_RESULT_ACK"]));
  });

  it("plays afresh what it had not finished, without being asked, unless that is too long ago", async () => {
    const world = await registered();
    world.a.script = { choice: () => new Promise(() => {}) };
    await world.assign();
    await world.stage.until(2_000);
    await world.crash();
    world.a.script = {};
    await world.stage.run(world.start().registered);
    await world.stage.until(60_000);
    expect(world.results()).toHaveLength(1);
    expect(world.a.of("handle_game_invitation")).toHaveLength(2);

    world.a.script = { choice: () => new Promise(() => {}) };
    await world.assign("R2M1");
    await world.stage.until(62_000);
    await world.crash();
    await world.stage.until(3_600_000);
    world.a.script = {};
    await world.stage.run(world.start().registered);
    await world.stage.until(3_700_000);
    expect(world.results()).toHaveLength(1);
  });

  it("has told each match once, whenever it crashes, and reports it in the end", async () => {
    const circumstances = {
      seed: fc.nat(),
      isAskedAgain: fc.boolean(),
      crashAt: fc.integer({ min: 1, max: 3_000 }),
      joinMs: fc.integer({ min: 0, max: 1_000 }),
      choiceMs: fc.integer({ min: 0, max: 1_000 }),
      ackMs: fc.integer({ min: 0, max: 1_000 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(circumstances), async (circumstance) => {
        const { seed, isAskedAgain, crashAt, joinMs, choiceMs, ackMs } = circumstance;
        const world = await registered(seed);
        world.a.script = { join: world.a.late(joinMs, world.a.joins()) };
        world.b.script = { choice: world.b.late(choiceMs, world.b.chooses("odd")) };
        const slowly: Step = async (heard) => {
          await world.stage.wait(ackMs);
          return world.manager.records(heard);
        };
        world.manager.script = { report: slowly };
        await world.assign();
        await world.stage.until(crashAt);
        await world.crash();
        await world.stage.run(world.start().registered);
        if (isAskedAgain) await world.assign();
        await world.stage.until(120_000);

        const results = world.results();
        expect(results.length).toBeGreaterThan(0);
        for (const result of results) expect(result).toEqual(results[0]);
        for (const player of [world.a, world.b]) {
          const told = player.of("notify_match_result").map(({ params }) => params.game_result as Message);
          expect(told.length).toBeGreaterThan(0);
          for (const one of told) expect(one.winner_player_id).toBe(results[0]?.winner ?? null);
        }
        expect(world.journal.kept.size).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it("has nothing to say to a league that does not know it", async () => {
    const world = await registered();
    world.manager.script = { report: () => new Promise(() => {}) };
    await world.assign();
    await world.stage.until(2_000);
    await world.crash();
    const refuse: Step = () => ({ error: { code: -32012, message: "INVALID_TOKEN" } });
    const register = world.manager.accepts({ referee_id: "REF07", auth_token: "another-token" });
    world.manager.script = { register, query: refuse, report: refuse };
    expect(await world.stage.run(world.start().registered)).toMatchObject({ id: "REF07" });
    world.manager.script = {};
    await world.stage.until(120_000);
    const tokens = world.manager.reports.map(({ params }) => params.auth_token);
    expect(tokens).not.toContain("another-token");
    expect(world.journal.kept.size).toBe(0);
  });

  it("does not report again what the league manager has refused", async () => {
    const world = await registered();
    world.manager.script = { report: () => ({ error: { code: -32007, message: "DUPLICATE_RESULT" } }) };
    await world.assign();
    await world.stage.until(60_000);
    expect(world.journal.kept.size).toBe(0);
  });

  it("keeps no token in its journal", async () => {
    const world = await registered();
    world.manager.script = { report: () => new Promise(() => {}) };
    await world.assign();
    await world.stage.until(2_000);
    expect(JSON.stringify([...world.journal.kept.values()])).not.toContain("token-");
  });
});
