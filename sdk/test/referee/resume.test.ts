/** A restarted referee: it reports finished matches again, and plays unfinished ones again. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runsOf } from "../../../tools/gate/one-in.js";
import type { RunningAgent } from "../../src/agent/core/agent.js";
import { createReferee } from "../../src/referee/create-referee.js";
import type { MatchRecord } from "../../src/referee/record.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message, type RpcAnswer } from "../peers/environment.js";
import { MemoryJournal } from "../peers/memory-journal.js";
import { MemoryRegistrationStore } from "../peers/memory-registration-store.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import type { Step } from "../peers/scripted-peer.js";
import { ScriptedPlayer } from "../peers/scripted-player.js";

const port = 8001;

/** A referee that can be restarted, with two players. */
class RestartableReferee {
  readonly environment: Environment;
  readonly manager: ScriptedManager;
  readonly a: ScriptedPlayer;
  readonly b: ScriptedPlayer;
  readonly keeper = new MemoryRegistrationStore();
  readonly journal = new MemoryJournal();
  readonly records: MatchRecord[] = [];
  running: RunningAgent | undefined;

  constructor(seed = 1) {
    this.environment = new Environment({ seed });
    this.manager = new ScriptedManager(this.environment);
    this.a = new ScriptedPlayer(this.environment, 8101, "P01");
    this.b = new ScriptedPlayer(this.environment, 8102, "P02");
  }

  start(): RunningAgent {
    const { keeper, journal } = this;
    const onMatch = (record: MatchRecord) => void this.records.push(record);
    const agent = createReferee({ displayName: "Ours", keeper, journal, onMatch });
    this.running = this.environment.platform.connect(agent, port, this.manager.url);
    return this.running;
  }

  /** Simulates a crash: the referee sends and saves nothing afterwards. */
  async crash(): Promise<void> {
    this.environment.platform.network.detach(urlOf(port));
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
    return this.environment.ask(port, "run_match", order);
  }

  results(): Message[] {
    return this.manager.reports.map(({ params }) => params.result as Message);
  }
}

async function registered(seed?: number): Promise<RestartableReferee> {
  const platform = new RestartableReferee(seed);
  await platform.environment.run(platform.start().registered);
  return platform;
}

describe("a restarted referee", () => {
  it("reports finished matches, and does not play them again", async () => {
    const platform = await registered();
    platform.manager.script = { report: () => new Promise(() => {}) };
    await platform.assign();
    await platform.environment.until(2_000);
    expect([...platform.journal.kept.keys()]).toEqual(["R1M1"]);
    await platform.crash();
    platform.manager.script = {};
    const again = platform.start();
    await platform.environment.run(again.registered);
    await platform.environment.until(60_000);
    expect(platform.manager.of("register_referee")).toHaveLength(1);
    expect(platform.journal.kept.size).toBe(0);
    await platform.assign();
    await platform.environment.until(120_000);
    expect(platform.a.of("handle_game_invitation")).toHaveLength(1);
    const [first, ...others] = platform.results();
    expect(others).toEqual([first, first]);
    expect(platform.records).toMatchObject([{ match_id: "R1M1", reported: true, referee_id: "REF01" }]);
    const types = platform.records[0]?.transcript.map(({ message }) => (message as Message).message_type);
    expect(types).toEqual(expect.arrayContaining(["GAME_INVITATION", "GAME_OVER", "MATCH_RESULT_ACK"]));
  });

  it("plays unfinished matches again without an order, unless they are too old", async () => {
    const platform = await registered();
    platform.a.script = { choice: () => new Promise(() => {}) };
    await platform.assign();
    await platform.environment.until(2_000);
    await platform.crash();
    platform.a.script = {};
    await platform.environment.run(platform.start().registered);
    await platform.environment.until(60_000);
    expect(platform.results()).toHaveLength(1);
    expect(platform.a.of("handle_game_invitation")).toHaveLength(2);

    platform.a.script = { choice: () => new Promise(() => {}) };
    await platform.assign("R2M1");
    await platform.environment.until(62_000);
    await platform.crash();
    await platform.environment.until(3_600_000);
    platform.a.script = {};
    await platform.environment.run(platform.start().registered);
    await platform.environment.until(3_700_000);
    expect(platform.results()).toHaveLength(1);
  });

  it("sends one result for each match, with a crash at any time, and reports it in the end", async () => {
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
        const platform = await registered(seed);
        platform.a.script = { join: platform.a.late(joinMs, platform.a.joins()) };
        platform.b.script = { choice: platform.b.late(choiceMs, platform.b.chooses("odd")) };
        const slowly: Step = async (request) => {
          await platform.environment.wait(ackMs);
          return platform.manager.records(request);
        };
        platform.manager.script = { report: slowly };
        await platform.assign();
        await platform.environment.until(crashAt);
        await platform.crash();
        await platform.environment.run(platform.start().registered);
        if (isAskedAgain) await platform.assign();
        await platform.environment.until(120_000);

        const results = platform.results();
        expect(results.length).toBeGreaterThan(0);
        for (const result of results) expect(result).toEqual(results[0]);
        for (const player of [platform.a, platform.b]) {
          const sent = player.of("notify_match_result").map(({ params }) => params.game_result as Message);
          expect(sent.length).toBeGreaterThan(0);
          for (const one of sent) expect(one.winner_player_id).toBe(results[0]?.winner ?? null);
        }
        expect(platform.journal.kept.size).toBe(0);
      }),
      { numRuns: runsOf(100) },
    );
  });

  it("sends no message to a league that refuses its registration", async () => {
    const platform = await registered();
    platform.manager.script = { report: () => new Promise(() => {}) };
    await platform.assign();
    await platform.environment.until(2_000);
    await platform.crash();
    const refuse: Step = () => ({ error: { code: -32012, message: "INVALID_TOKEN" } });
    const register = platform.manager.accepts({ referee_id: "REF07", auth_token: "another-token" });
    platform.manager.script = { register, query: refuse, report: refuse };
    expect(await platform.environment.run(platform.start().registered)).toMatchObject({ id: "REF07" });
    platform.manager.script = {};
    await platform.environment.until(120_000);
    const tokens = platform.manager.reports.map(({ params }) => params.auth_token);
    expect(tokens).not.toContain("another-token");
    expect(platform.journal.kept.size).toBe(0);
  });

  it("does not repeat a report that the league manager has refused", async () => {
    const platform = await registered();
    platform.manager.script = { report: () => ({ error: { code: -32007, message: "DUPLICATE_RESULT" } }) };
    await platform.assign();
    await platform.environment.until(60_000);
    expect(platform.journal.kept.size).toBe(0);
  });

  it("writes no token to its journal", async () => {
    const platform = await registered();
    platform.manager.script = { report: () => new Promise(() => {}) };
    await platform.assign();
    await platform.environment.until(2_000);
    expect(JSON.stringify([...platform.journal.kept.values()])).not.toContain("token-");
  });
});
