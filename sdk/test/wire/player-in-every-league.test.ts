import { expect, it } from "vitest";
import { createPlayer, type HttpHandler, type PlayedMatch, type RunningAgent } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { ScriptedLeague } from "./scripted-league.js";
import { scripts } from "./scripts.js";

const league = urlOf(8000);

it.each(scripts.map((script) => [script.name, script] as const))(
  "the same player plays a league whose manager and referee use %s",
  async (_, script) => {
    const platform = new SimulatedPlatform();
    const agents = new Map<string, RunningAgent>();
    const find =
      (endpoint: string): HttpHandler =>
      (request) => {
        const agent = agents.get(endpoint);
        if (agent === undefined) throw new Error(`no agent is at ${endpoint}`);
        return agent.handle(request);
      };
    const scripted = new ScriptedLeague(script, 2, find);
    platform.network.attach(league, scripted.handle);
    const histories: PlayedMatch[][] = [[], []];
    for (const [index, name] of ["alpha", "beta"].entries()) {
      const player = createPlayer({
        displayName: name,
        choose: ({ opponent }) => (opponent.lastChoice === "even" ? "odd" : index === 0 ? "even" : "odd"),
        onMatch: (match) => void histories[index]?.push(match),
      });
      const port = 8101 + index;
      agents.set(urlOf(port), platform.connect(player, port, league));
      await platform.clock.run(agents.get(urlOf(port))?.registered ?? Promise.reject());
    }
    await scripted.play((match) => 1 + (match % 10));
    expect(scripted.results).toHaveLength(3);
    for (const [index, id] of ["P01", "P02"].entries()) {
      expect(
        histories[index]?.map(({ match_id, end, my_choice, opponent_choice, drawn_number }) => ({
          match_id,
          end,
          my_choice,
          opponent_choice,
          drawn_number,
        })),
      ).toEqual(
        scripted.results.map(({ match_id, winner, choices, drawn }) => ({
          match_id,
          end: winner === null ? "draw" : winner === id ? "win" : "loss",
          my_choice: choices[id],
          opponent_choice: choices[id === "P01" ? "P02" : "P01"],
          drawn_number: drawn,
        })),
      );
    }
    for (const agent of agents.values()) await agent.close();
  },
);
