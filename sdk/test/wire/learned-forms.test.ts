/** The learned form of a peer is stored, passed on, and used for no other peer. */
import { expect, it } from "vitest";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LogEntry,
  MemoryStore,
  type RecordedResult,
  type RunningAgent,
  seededRandom,
} from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { bundledProfile } from "../../src/wire/index.js";
import { wildPlayers } from "./wild/players.js";
import { wildReferees } from "./wild/referees.js";
import { type Body, bodyOf, type PlayerHabits, WildPlayer } from "./wild/wild-player.js";
import { WildReferee } from "./wild/wild-referee.js";

const league = urlOf(8000);
const habitsNamed = (name: string): PlayerHabits => {
  const habits = wildPlayers.find((one) => one.name === name);
  if (habits === undefined) throw new Error(`there is no player ${name}`);
  return habits;
};

/** A league of one wild player and one of the SDK's; all requests to the SDK's agents are recorded. */
async function play(habits: PlayerHabits, strict = false) {
  const platform = new SimulatedPlatform();
  const store = new MemoryStore();
  const received = new Map<number, Body[]>();
  const noting = (port: number, agent: RunningAgent) => {
    platform.network.detach(urlOf(port));
    platform.network.attach(urlOf(port), (request) => {
      received.set(port, [...(received.get(port) ?? []), bodyOf(JSON.parse(String(request.body)))]);
      return agent.handle(request);
    });
    return agent;
  };
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, store, strict }), 8000);
  const referee = noting(8001, platform.connect(createReferee({ displayName: "Solomon" }), 8001, league));
  await platform.clock.run(referee.registered);
  const wild = new WildPlayer(habits, { name: "wild", url: urlOf(8101), choice: "even" }, "P01");
  platform.network.attach(wild.me.url, wild.handle);
  await wild.register(platform.network, league);
  noting(8102, platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8102, league));
  const end = await platform.clock.run(manager.ended);
  const members = await store.members("player");
  await manager.close();
  return { end, members, received };
}

const named = (bodies: readonly Body[] | undefined, method: string) =>
  (bodies ?? []).filter((body) => body.method === method).map(({ params }) => bodyOf(params));

it("the form of a player is kept in the registry and sent to the referee with the match", async () => {
  const { members, received } = await play(habitsNamed("by-type-answering-with-requests"));
  const [wild, ours] = members;
  expect([wild?.wire, wild?.learned_wire, ours?.wire, ours?.learned_wire]).toEqual([
    "canonical",
    "loose",
    "canonical",
    undefined,
  ]);
  const [order] = named(received.get(8001), "run_match");
  expect(order).toMatchObject({ player_A_wire: "loose", player_B_wire: "canonical" });
});

it("the form in which a referee has started a match is stored before the match is over", async () => {
  const habits = wildReferees.find(({ name }) => name === "start-match");
  if (habits === undefined) throw new Error("there is no referee start-match");
  const keptAtResult: unknown[] = [];
  class NotingStore extends MemoryStore {
    override async record(result: RecordedResult) {
      const [referee] = await this.members("referee");
      keptAtResult.push(referee?.learned_wire);
      return super.record(result);
    }
  }
  const platform = new SimulatedPlatform();
  const store = new NotingStore();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, store }), 8000);
  const directory = new Map([8101, 8102].map((port, index) => [`P0${index + 1}`, urlOf(port)]));
  const self = { name: "wild", url: urlOf(8001), id: "REF01", directory };
  const referee = new WildReferee(habits, self, platform.network, league);
  platform.network.attach(self.url, referee.handle);
  await referee.register();
  for (const port of [8101, 8102]) {
    const player = createPlayer({ displayName: `ours-${port}`, choose: () => "even" });
    platform.connect(player, port, league);
  }
  await platform.clock.run(manager.ended);
  expect(keptAtResult).toEqual(["start-match"]);
  await manager.close();
});

it("a canonical player is called canonically, next to a player of another form", async () => {
  for (const habits of wildPlayers) {
    const { received, end } = await play(habits);
    const own = received.get(8102) ?? [];
    expect(own.map(({ jsonrpc, method }) => [jsonrpc, method])).toEqual([
      ["2.0", "notify_round"],
      ["2.0", "handle_game_invitation"],
      ["2.0", "choose_parity"],
      ["2.0", "notify_match_result"],
      ["2.0", "update_standings"],
      ["2.0", "notify_round_completed"],
      ["2.0", "notify_league_completed"],
    ]);
    expect([habits.name, end.total_matches]).toEqual([habits.name, 1]);
  }
});

it("a league of canonical agents sends no other member than those of the documents", async () => {
  const platform = new SimulatedPlatform();
  const orders: Body[] = [];
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  platform.network.detach(urlOf(8001));
  platform.network.attach(urlOf(8001), (request) => {
    orders.push(...named([bodyOf(JSON.parse(String(request.body)))], "run_match"));
    return referee.handle(request);
  });
  for (const [index, choice] of (["even", "odd"] as const).entries())
    platform.connect(createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league);
  await platform.clock.run(manager.ended);
  expect(orders.map((order) => Object.keys(order).filter((key) => key.endsWith("_wire")))).toEqual([[]]);
  await manager.close();
});

it("a stored form is used by the next run of the manager", async () => {
  const store = new MemoryStore();
  const member = {
    ...{ role: "player" as const, id: "P01", display_name: "wild", version: "1", game_types: ["even_odd"] },
    ...{ endpoint: urlOf(8101), max_concurrent_matches: 1, wire: "canonical", conversation_id: "c" },
  };
  await store.admit(() => ({ member, token: "token" }));
  const profile = bundledProfile("handle-message");
  await store.learnWire("P01", JSON.stringify({ ...profile, name: "of-one-player" }));
  const platform = new SimulatedPlatform();
  const received: Body[] = [];
  platform.network.attach(urlOf(8101), async ({ body }) => {
    received.push(bodyOf(JSON.parse(String(body))));
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ jsonrpc: "2.0", id: received.at(-1)?.id, result: { status: "ACK" } }),
    };
  });
  const manager = platform.connect(createLeagueManager({ players: 9, referees: 1, store }), 8000);
  await platform.clock.run(manager.shutDownAgents("the test is over"));
  expect(received.map(({ method }) => method)).toEqual(["handle_message"]);
  await manager.close();
});

it("strict agents learn nothing and hand nothing on", async () => {
  const { members, received } = await play(habitsNamed("message-in-params"), true);
  expect(members.map(({ learned_wire }) => learned_wire)).toEqual([undefined, undefined]);
  expect(received.get(8001)).toBeDefined();
});

/** A league of two of the SDK's players and a referee, whose calls are recorded by player. */
async function playOurs(wire: string | undefined, wireFor: Readonly<Record<string, string>>) {
  const platform = new SimulatedPlatform();
  const { clock, network: transport } = platform;
  const options = { players: 2, referees: 1, wireFor };
  const warnings: string[] = [];
  const log = ({ level, message }: LogEntry) => void (level === "warn" && warnings.push(message));
  const agentContext = { endpoint: league, clock, transport, random: seededRandom("manager"), log };
  const manager = createLeagueManager(options).connect({
    ...agentContext,
    ...(wire === undefined ? {} : { wire }),
  });
  platform.network.attach(league, manager.handle);
  const orders: Body[] = [];
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(referee.registered);
  platform.network.detach(urlOf(8001));
  platform.network.attach(urlOf(8001), (request) => {
    orders.push(bodyOf(JSON.parse(String(request.body))));
    return referee.handle(request);
  });
  const received: string[][] = [];
  for (const [index, name] of ["first", "second"].entries()) {
    const player = platform.connect(
      createPlayer({ displayName: name, choose: () => "odd" }),
      8101 + index,
      league,
    );
    await platform.clock.run(player.registered);
    const methods: string[] = [];
    received.push(methods);
    platform.network.detach(urlOf(8101 + index));
    platform.network.attach(urlOf(8101 + index), (request) => {
      methods.push(String(bodyOf(JSON.parse(String(request.body))).method));
      return player.handle(request);
    });
  }
  await platform.clock.run(manager.ended);
  await manager.close();
  // The order is in params, or in params.message.
  const order = orders
    .map(({ params }) => bodyOf(bodyOf(params).message ?? params))
    .find((one) => "player_A_wire" in one);
  return { received, forms: [order?.player_A_wire, order?.player_B_wire], warnings };
}

it("a form that is named for an agent that does not register is logged once, when the league begins", async () => {
  const named = { second: "flat", third: "flat", fourth: "flat" };
  const { warnings } = await playOurs(undefined, named);
  const about = warnings.filter((message) => message.includes("a wire form is named"));
  expect(about).toEqual([expect.stringContaining('"third", "fourth"')]);
  const { warnings: others } = await playOurs(undefined, { second: "flat" });
  expect(others.filter((message) => message.includes("a wire form is named"))).toEqual([]);
});

it("a form that is named for one member is used from its first call on, also by the referee", async () => {
  const { received, forms } = await playOurs(undefined, { second: "handle-message" });
  const [first, second] = received.map((methods) => [...new Set(methods)]);
  expect(first).not.toContain("handle_message");
  expect(second).toEqual(["handle_message"]);
  expect(forms).toEqual(["canonical", "handle-message"]);
});

it("a form that is named for all is used for the members that registered canonically", async () => {
  const { received, forms } = await playOurs("handle-message", { first: "type-as-method" });
  const [first, second] = received.map((methods) => [...new Set(methods)]);
  expect(first).toContain("CHOOSE_PARITY_CALL");
  expect(first).not.toContain("handle_message");
  expect(second).toEqual(["handle_message"]);
  expect(forms).toEqual(["type-as-method", "handle-message"]);
});
