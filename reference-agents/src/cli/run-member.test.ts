import { createLeagueManager } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { SimulatedClock } from "@league-v2/sdk/testing";
import { describe, expect, it } from "vitest";
import { testCliContext } from "./cli-context.fixture.js";
import { run } from "./program.js";

/** A league whose manager never sends a shutdown. */
async function forgottenLeague() {
  const manager = await serve(createLeagueManager({ players: 2, referees: 1 }), { closeOnSignal: false });
  const clock = new SimulatedClock();
  const agents = ["referee --name R", "player --name A", "player --name B"].map((line) => {
    const context = testCliContext({ clock });
    return run(
      [...line.split(" "), "--league", manager.url, "--log-level", "silent"],
      context,
      "1.0.0",
      async () => context.clock,
    );
  });
  await manager.agent.ended;
  return { manager, clock, agents };
}

describe("a referee or a player without a shutdown message", () => {
  it("ends ten seconds after the end of its league, the deadline of SHUTDOWN_COMMAND", async () => {
    const { manager, clock, agents } = await forgottenLeague();
    let ended = 0;
    for (const agent of agents) void agent.then(() => ended++);
    await clock.advance(9_999);
    expect(ended).toBe(0);
    await clock.advance(1);
    expect(await Promise.all(agents)).toEqual([0, 0, 0]);
    await manager.close();
  });

  it("ends at once when it is shut down within that time, and leaves no timer", async () => {
    const { manager, clock, agents } = await forgottenLeague();
    await manager.agent.shutDownAgents("the league is over");
    expect(await Promise.all(agents)).toEqual([0, 0, 0]);
    expect(clock.pending).toBe(0);
    await manager.close();
  });
});
