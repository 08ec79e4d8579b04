/** The leagues of the viewer's tests: saved by a command, recorded by a tap, or joined over HTTP. */
import { createLeagueManager, createPlayer, createReferee, type RunningAgent } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { expect } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { type TestCliContext, testCliContext } from "../src/cli/cli-context.fixture.js";
import { latch } from "../src/cli/cli-context.js";
import { run } from "../src/cli/program.js";

/** The command `league`, as its program runs it. */
export function runLeague(args: readonly string[], context: TestCliContext): Promise<number> {
  return run(args, context, "0", async () => context.clock);
}

/** Plays one league with a tap in front of a player. @returns the labels of the messages, and their secrets */
export async function tappedLeague(folder: string) {
  const port = await freePort();
  const listening = latch();
  const context = testCliContext({ folder, onError: listening.open });
  const line = ["tap", "--target", `http://127.0.0.1:${port}/mcp`, "--html", "tap.html"];
  const ended = runLeague(line, context);
  await listening.opened;
  const [endpoint = ""] = /(?<=listens on )\S+/.exec(context.errors.join()) ?? [];
  const league = await serve(createLeagueManager({ players: 2, referees: 1 }), { closeOnSignal: false });
  const options = { league: league.url, closeOnSignal: false };
  const agents = await Promise.all([
    serve(createReferee({ displayName: "Whistle" }), options),
    serve(createPlayer({ displayName: "Heard", choose: () => "even" }), { ...options, port, endpoint }),
    serve(createPlayer({ displayName: "Unheard", choose: () => "odd" }), options),
  ]);
  const tokens = await Promise.all(agents.map(async ({ agent }) => (await agent.registered).auth_token));
  await league.agent.ended;
  await Promise.all([league, ...agents].map(({ close }) => close()));
  context.stopBy("SIGTERM");
  expect([await ended, new Set(tokens).size]).toEqual([0, 3]);
  const types = context.printed.flatMap((line) => /^[A-Z_]+(?= \()/.exec(line) ?? []);
  return { recorded: types.map(inWords), tokens };
}

/** `GAME_OVER`: `Game over`. */
function inWords(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase().replaceAll("_", " ");
}

/** A player whose choices in the second round wait for the gate. */
export async function joinLeague(league: string, gate: Promise<void>): Promise<Served<RunningAgent>[]> {
  const referee = createReferee({ displayName: "Whistle" });
  const players = ["A", "B", "C", "D"].map((displayName) =>
    createPlayer({
      displayName,
      choose: async ({ match_id, random }) => {
        if (match_id.startsWith("R2")) await gate;
        return random.below(2) === 0 ? "even" : "odd";
      },
    }),
  );
  return Promise.all([referee, ...players].map((agent) => serve(agent, { league, closeOnSignal: false })));
}
