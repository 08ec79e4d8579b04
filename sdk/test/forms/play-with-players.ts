/** Two players of one random form in a league of our referee and manager. */

import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createReferee, type MatchRecord } from "../gateway/agents.js";
import { FormPlayer } from "./form-player.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import type { RandomForm } from "./random-form.js";

const league = urlOf(8000);
const players = [urlOf(8101), urlOf(8102)];

/** @param isCanonical whether the players register as the documents do */
export async function playWithPlayers(form: RandomForm, isCanonical = false): Promise<Outcome> {
  const platform = new SimulatedPlatform({ seed: form.seed });
  const records: MatchRecord[] = [];
  const manager = createLeagueManager({ players: 2, referees: 1 });
  const referee = createReferee({
    displayName: "ours",
    onMatch: (record) => void records.push(record),
  });
  const about = (port: number) => ({
    endpoint: urlOf(port),
    clock: platform.clock,
    transport: platform.network,
    random: { bytes: (n: number) => new Uint8Array(n).fill(port % 251), below: () => form.seed % 10 },
  });
  const runningManager = manager.connect(about(8000));
  platform.network.attach(league, runningManager.handle);
  const runningReferee = referee.connect({ ...about(8001), league });
  platform.network.attach(urlOf(8001), runningReferee.handle);
  const foreign = players.map((url, index) => new FormPlayer(form, `form-${index}`, url));
  for (const { url, server } of foreign) platform.network.attach(url, server.handler);
  const agents = [runningReferee, runningManager];
  const play = async () => {
    await platform.clock.run(runningReferee.registered);
    for (const player of foreign)
      await platform.clock.run(player.register(platform.network, league, isCanonical));
    await platform.clock.run(runningManager.ended);
    return whyNot(records, foreign);
  };
  const why = await play().catch((error: unknown) => String(error));
  await Promise.all(agents.map((agent) => agent.close()));
  return outcomeOf(
    why,
    foreign.map(({ server }) => server),
    agents.length,
  );
}

/** Each player has made its own choice, and received the result once. */
function whyNot(records: readonly MatchRecord[], foreign: readonly FormPlayer[]): string | undefined {
  const [record] = records;
  if (record === undefined) return "no match was played";
  const { status, choices } = record.outcome;
  if (status === "TECHNICAL_LOSS") return `the match ended as ${status}: ${record.outcome.reason}`;
  const own = foreign.map(({ id }) => choices[id]);
  if (own.some((choice) => choice !== "even")) return `the choices are ${JSON.stringify(choices)}`;
  const received = foreign.map(({ results }) => results.length);
  return received.every((count) => count === 1)
    ? undefined
    : `the players received ${received.join(" and ")} results`;
}
