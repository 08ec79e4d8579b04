/** A referee of a random form in a league of our manager and two of our players. */

import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer } from "../gateway/agents.js";
import { canonicalForm } from "./canonical-form.js";
import { FormReferee } from "./form-referee.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import type { RandomForm } from "./random-form.js";

const league = urlOf(8000);

/** A match is played to its end when it is played once and with the right result. */
export async function playWithReferee(
  form: RandomForm,
  toPlayers?: RandomForm,
  registration?: RandomForm,
): Promise<Outcome> {
  const platform = new SimulatedPlatform({ seed: form.seed });
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = new FormReferee(form, urlOf(8001), league, platform.network, toPlayers);
  platform.network.attach(referee.url, referee.server.handler);
  const why = await whyNot().catch((error: unknown) => String(error));
  await manager.close();
  // A canonical referee gets a second order after a match without a result: it plays each match once.
  return outcomeOf(why, form === canonicalForm ? [] : [referee.server], 1);

  async function whyNot(): Promise<string | undefined> {
    await platform.clock.run(referee.register(registration));
    for (const [index, choice] of (["even", "odd"] as const).entries())
      platform.connect(createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league);
    const end = await platform.clock.run(manager.ended);
    if (referee.troubles.length > 0) return referee.troubles.join("; ");
    if (referee.begun.length !== 1) return `the referee has begun ${referee.begun.length} matches`;
    const points = end.standings.map((rank) => rank.points);
    return points.join() === "3,0" ? undefined : `the points are ${points.join()}`;
  }
}
