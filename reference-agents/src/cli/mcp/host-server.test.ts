/** Hosts with the official client play whole leagues on simulated time. */
import { createLeagueManager, createPlayer, createReferee, type PlayedMatch } from "@league-v2/sdk";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { describe, expect, it } from "vitest";
import { createHostServer } from "./host-server.js";
import { LeagueMembership } from "./league-membership.js";
import { type MatchResult, type News, Turns } from "./turns.js";

const league = urlOf(8000);

interface Hosted {
  readonly client: Client;
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly matches: PlayedMatch[];
}

/** A host that is connected to the player at this port. */
async function hosted(platform: SimulatedPlatform, port: number): Promise<Hosted> {
  const matches: PlayedMatch[] = [];
  const turns = new Turns(platform.clock);
  const membership: LeagueMembership = new LeagueMembership(turns, () => ({
    agent: createPlayer({
      displayName: `Host ${port}`,
      choose: turns.choose,
      onMatch: (match) => {
        matches.push(match);
        turns.finished(match);
      },
      onLeagueCompleted: ({ final_standings }) => membership.keepFinal(final_standings),
    }),
    run: async (agent) => {
      const running = platform.connect(agent, port, league);
      try {
        await running.registered;
        await running.done;
      } finally {
        platform.network.detach(urlOf(port));
      }
    },
  }));
  const server = createHostServer(membership, {
    version: "2.0.0",
    games: ["even_odd: The rules of this game."],
    contract: async () => '{"openrpc":"1.3.2"}',
  });
  const client = new Client({ name: "a scripted host", version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await client.connect(ours);
  const call = async (name: string, args = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [{ text }] = content as [{ text: string }];
    if (isError === true) throw new Error(text);
    return JSON.parse(text);
  };
  return { client, call, matches };
}

/** Plays as the instructions say, and returns the results of the matches. */
async function play({ call }: Pick<Hosted, "call">): Promise<MatchResult[]> {
  const { player_id } = await call("join_league");
  const played: MatchResult[] = [];
  for (;;) {
    const { status, turns, results } = (await call("wait_for_turn")) as unknown as News;
    played.push(...results);
    if (status === "league_over") return played;
    for (const { match_id } of turns) {
      await call("choose", { match_id, choice: /[02468]$/.test(String(player_id)) ? "even" : "odd" });
    }
  }
}

function leagueOf(platform: SimulatedPlatform, players: number) {
  const manager = platform.connect(createLeagueManager({ players, referees: 1 }), 8000);
  platform.connect(createReferee({ displayName: "R", maxConcurrentMatches: 4 }), 8001, league);
  return manager;
}

describe("hosts with the official client", () => {
  it("play more than 100 matches in one league without a technical loss", async () => {
    const players = 15;
    const platform = new SimulatedPlatform({ seed: 7 });
    const manager = leagueOf(platform, players);
    const hosts = await Promise.all(
      Array.from({ length: players }, (_, index) => hosted(platform, 8101 + index)),
    );
    const over = manager.ended.then(() => manager.shutDownAgents("the league is over"));
    const [played] = await platform.clock.run(Promise.all([Promise.all(hosts.map(play)), over]));
    expect(played.map(({ length }) => length)).toEqual(hosts.map(() => players - 1));
    expect(new Set(hosts.flatMap(({ matches }) => matches.map(({ match_id }) => match_id))).size).toBe(105);
    expect(new Set(played.flat().map(({ end }) => end))).toEqual(new Set(["win", "draw", "loss"]));
    expect(played.flat().filter(({ chosen_by_you }) => !chosen_by_you)).toEqual([]);
  });

  it("that never choose lose no match by a technical loss: the fallback is sent", async () => {
    const platform = new SimulatedPlatform({ seed: 7 });
    const manager = leagueOf(platform, 2);
    const [host, other] = await Promise.all([hosted(platform, 8101), hosted(platform, 8102)]);
    const joined = host.call("join_league");
    const over = manager.ended.then(() => manager.shutDownAgents("the league is over"));
    await platform.clock.run(Promise.all([joined, play(other), over]));
    expect(host.matches).toMatchObject([{ my_choice: "even", end: expect.not.stringMatching("technical") }]);
    const { results } = await host.call("wait_for_turn");
    expect(results).toMatchObject([{ match_id: "R1M1", chosen_by_you: false }]);
  });

  it("read the standings at any time, also after the league", async () => {
    const platform = new SimulatedPlatform({ seed: 7 });
    const manager = leagueOf(platform, 3);
    const hosts = await Promise.all([8101, 8102, 8103].map((port) => hosted(platform, port)));
    const [host, ...others] = hosts as [Hosted, ...Hosted[]];
    await expect(host.call("standings")).rejects.toThrow("this player is in no league yet; call join_league");
    const seen: unknown[] = [];
    const watching = {
      ...host,
      call: async (...given: Parameters<Hosted["call"]>) => {
        if (given[0] === "choose") seen.push((await host.call("standings")).standings);
        return host.call(...given);
      },
    };
    const over = manager.ended.then(() => manager.shutDownAgents("the league is over"));
    await platform.clock.run(Promise.all([play(watching), ...others.map(play), over]));
    expect(seen).toMatchObject([expect.anything(), [{ played: 1 }, expect.anything(), expect.anything()]]);
    const { standings } = await host.call("standings");
    expect(standings).toMatchObject([{ played: 2 }, { played: 2 }, { played: 2 }]);
  });

  it("get a refusal that says what to do", async () => {
    const platform = new SimulatedPlatform();
    leagueOf(platform, 2);
    const { call, client } = await hosted(platform, 8101);
    await expect(call("wait_for_turn")).rejects.toThrow("call join_league");
    await platform.clock.run(call("join_league"));
    await expect(call("choose", { choice: "even" })).rejects.toThrow("call wait_for_turn");
    await expect(call("choose", { choice: "evn" })).rejects.toThrow(/even/);
    await expect(call("wait_for_turn", { max_seconds: 3_600 })).rejects.toThrow(/50/);
    await client.close();
  });

  it("try again after a registration that failed", async () => {
    const platform = new SimulatedPlatform();
    const { call } = await hosted(platform, 8101);
    await expect(platform.clock.run(call("join_league"))).rejects.toThrow(/^REGISTRATION_FAILED: /);
    leagueOf(platform, 2);
    expect(await platform.clock.run(call("join_league"))).toMatchObject({ player_id: "P01" });
  });

  it("read the contract", async () => {
    const { client } = await hosted(new SimulatedPlatform(), 8101);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: "league-v2://contract", mimeType: "application/json" }]);
    const { contents } = await client.readResource({ uri: "league-v2://contract" });
    expect(contents).toMatchObject([{ text: '{"openrpc":"1.3.2"}' }]);
    expect(client.getInstructions()).toContain("even_odd: The rules of this game.");
  });
});
