import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlayer, type Parity } from "@league-v2/sdk";
import { playLeague } from "@league-v2/sdk/testing";
import { myPlayer } from "../src/player.ts";
import { choose } from "../src/strategy.ts";

const opponents = () =>
  ["A", "B", "C"].map((displayName) =>
    createPlayer({ displayName, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") }),
  );

// A whole league in memory on simulated time; all random values follow from the seed.
test("plays every match of a league", async () => {
  const { standings } = await playLeague({ players: [myPlayer("Mine"), ...opponents()], seed: 7 });
  assert.equal(standings.find((row) => row.display_name === "Mine")?.played, 3);
});

test("the strategy answers each call before the deadline", async () => {
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
