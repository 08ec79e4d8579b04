/** Two of our players and our referee in a league whose manager has a random form. */

import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createPlayer, createReferee, type MatchRecord } from "../gateway/agents.js";
import { callingForm } from "./calling-form.js";
import { FormManager } from "./form-manager.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import type { RandomForm } from "./random-form.js";

const league = urlOf(8000);
const choices = ["even", "odd"] as const;
/** Longer than the attempts of a registration in every form. */
const timeoutMs = 120_000;

/** A match is played when it is played and reported once. */
export async function playWithManager(form: RandomForm): Promise<Outcome> {
  const platform = new SimulatedPlatform({ seed: form.seed });
  const manager = new FormManager(form, callingForm(form), platform.network);
  platform.network.attach(league, manager.server.handler);
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "ours", onMatch }), 8001, league);
  const players = choices.map((choice, index) =>
    platform.connect(createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league),
  );
  const agents = [referee, ...players];
  const why = await whyNot().catch((error: unknown) => String(error));
  await Promise.all(agents.map((agent) => agent.close()));
  return outcomeOf(why, [manager.server], agents.length);

  async function whyNot(): Promise<string | undefined> {
    const late = new Promise<never>((_, reject) =>
      platform.clock.after(timeoutMs, () => reject(new Error("an agent does not register in time"))),
    );
    for (const agent of agents) await platform.clock.run(Promise.race([agent.registered, late]));
    const answers = await platform.clock.run(manager.play());
    await platform.clock.advance(timeoutMs);
    if (records.length !== 1) return `${records.length} matches: ${[...answers].join("; ")}`;
    const [record] = records;
    if (record?.outcome.status !== "WIN") return `the match ended as ${record?.outcome.status}`;
    if (manager.reports.length !== 1)
      return `${manager.reports.length} reports were understood; ${manager.server.refused.slice(-1).join()}`;
    const ends = await platform.clock.run(manager.finish());
    const refused = ends.find((text) => text.includes('"error"') || text.includes('"isError":true'));
    return refused === undefined ? undefined : `LEAGUE_COMPLETED is answered with ${refused}`;
  }
}
