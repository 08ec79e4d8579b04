import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlayer, type Parity } from "@league-v2/sdk";
import { playLeague } from "@league-v2/sdk/testing";
import { choose } from "../src/strategy.ts";
import { connect, myPlayer } from "../src/worker.ts";

const opponents = () =>
  ["A", "B", "C"].map((displayName) =>
    createPlayer({ displayName, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") }),
  );

// A whole league in memory: no time passes, and everything random follows from the seed.
test("plays every match of a league", async () => {
  const { standings } = await playLeague({ players: [myPlayer("Mine"), ...opponents()], seed: 7 });
  assert.equal(standings.find((row) => row.display_name === "Mine")?.played, 3);
});

test("the strategy answers each time, and in time", async () => {
  const choices: Parity[] = [];
  const watched = createPlayer({
    displayName: "Mine",
    choose: async (context) => {
      const choice = await choose(context);
      if (!context.signal.aborted) choices.push(choice);
      return choice;
    },
  });
  await playLeague({ players: [watched, ...opponents()], seed: 7 });
  assert.equal(choices.length, 3);
  for (const choice of choices) assert.match(choice, /^(even|odd)$/);
});

test("answers requests of the runtime", async () => {
  const endpoint = "http://player.example/mcp";
  const { agent, fetch } = connect("Mine", { endpoint });
  const call = { jsonrpc: "2.0", id: 1, method: "ping", params: {} };
  const response = await fetch(
    new Request(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    }),
  );
  assert.equal(response.status, 200);
  assert.ok("result" in ((await response.json()) as object));
  await agent.close();
});
