/** A referee of a random form in a league of our manager and two of our players. */
import { createLeagueManager, createPlayer } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { FormReferee } from "./form-referee.js";
import type { RandomForm } from "./random-form.js";

const league = urlOf(8000);

/** @returns why no match was played to its end; undefined when one was, once and with the right result */
export async function playWithReferee(form: RandomForm, toPlayers?: RandomForm): Promise<string | undefined> {
  const platform = new SimulatedPlatform({ seed: form.seed });
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = new FormReferee(form, urlOf(8001), league, platform.network, toPlayers);
  platform.network.attach(referee.url, referee.server.handler);
  try {
    await platform.clock.run(referee.register());
    for (const [index, choice] of (["even", "odd"] as const).entries())
      platform.connect(createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league);
    const end = await platform.clock.run(manager.ended);
    if (referee.troubles.length > 0) return referee.troubles.join("; ");
    if (referee.begun.length !== 1) return `the referee has begun ${referee.begun.length} matches`;
    const points = end.standings.map((rank) => rank.points);
    return points.join() === "3,0" ? undefined : `the points are ${points.join()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await manager.close();
  }
}
