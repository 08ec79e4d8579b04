/** Matches of our agents with those of one random form: each returns why no match was completed. */
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { league, OurAgents, SimulatedLeague } from "../gateway/simulated-league.js";
import { FormManager } from "./form-manager.js";
import { FormPlayer } from "./form-player.js";
import { FormReferee } from "./form-referee.js";
import type { FormServer } from "./form-server.js";
import { callingForm, canonicalForm, type RandomForm } from "./random-form.js";

export interface Outcome {
  /** Why no match was completed; undefined if one was. */
  readonly why: string | undefined;
  /** Violated invariants of all forms: a message with an effect was delivered twice, or too many requests were sent. */
  readonly broken: readonly string[];
}

/** The maximum number of requests without an effect. */
const mostQuestions = 20;
/** Longer than the attempts of a registration in every form. */
const timeoutMs = 120_000;
const choices = ["even", "odd"] as const;

/** @param callers how many of our agents call each of these servers */
async function outcomeOf(
  play: () => Promise<string | undefined>,
  servers: readonly FormServer[],
  callers: number,
): Promise<Outcome> {
  const why = await play().catch((error: unknown) => String(error));
  const most = callers * mostQuestions;
  const broken = servers.flatMap(({ repeated, harmless }) => [
    ...repeated,
    ...(harmless > most ? [`${harmless} requests without an effect`] : []),
  ]);
  return { why, broken };
}

/**
 * Two players of this form under our referee and manager: each makes its own choice, and receives the result once.
 * @param isCanonical whether the players register as the documents do
 */
export async function playWithPlayers(form: RandomForm, isCanonical = false): Promise<Outcome> {
  const ours = new SimulatedLeague(2, { platform: new SimulatedPlatform({ seed: form.seed }) });
  const players = [8101, 8102].map((port) => new FormPlayer(form, `form-${port}`, urlOf(port), isCanonical));
  const play = async () => {
    await ours.run(ours.referee().registered);
    for (const player of players) await ours.join(player);
    await ours.end();
    const [record] = ours.records;
    if (record === undefined) return "no match was played";
    const { status, choices: chosen, reason } = record.outcome;
    if (status === "TECHNICAL_LOSS") return `the match ended as ${status}: ${reason}`;
    if (players.some(({ me }) => chosen[me.id] !== "even"))
      return `the choices are ${JSON.stringify(chosen)}`;
    const received = players.map(({ results }) => results.length);
    return received.every((count) => count === 1)
      ? undefined
      : `the players received ${received.join(" and ")} results`;
  };
  const servers = players.map(({ server }) => server);
  const outcome = await outcomeOf(play, servers, 2);
  await ours.close();
  return outcome;
}

/** A referee of this form under our manager, with two of our players: it plays the match once and with the right result. */
export async function playWithReferee(form: RandomForm, toPlayers?: RandomForm): Promise<Outcome> {
  const ours = new SimulatedLeague(2, { platform: new SimulatedPlatform({ seed: form.seed }) });
  const referee = new FormReferee(form, urlOf(8001), ours.platform.network, toPlayers);
  const play = async () => {
    await ours.join(referee);
    for (const [index, choice] of choices.entries()) ours.player(choice, 8101 + index);
    const end = await ours.end();
    if (referee.troubles.length > 0) return referee.troubles.join("; ");
    if (referee.begun.length !== 1) return `the referee has begun ${referee.begun.length} matches`;
    const points = end.standings.map((rank) => rank.points);
    return points.join() === "3,0" ? undefined : `the points are ${points.join()}`;
  };
  // A canonical referee gets a second order after a match without a result: it plays each match once.
  const outcome = await outcomeOf(play, form === canonicalForm ? [] : [referee.server], 1);
  await ours.close();
  return outcome;
}

/** Two of our players and our referee in a league whose manager has this form: they play, and report once. */
export async function playWithManager(form: RandomForm): Promise<Outcome> {
  const ours = new OurAgents({ platform: new SimulatedPlatform({ seed: form.seed }) });
  const { records } = ours;
  const { clock, network } = ours.platform;
  const manager = new FormManager(form, callingForm(form), network);
  network.attach(league, manager.server.handler);
  const players = choices.map((choice, index) => ours.player(choice, 8101 + index));
  const agents = [ours.referee(), ...players];
  const play = async () => {
    const late = new Promise<never>((_, reject) =>
      clock.after(timeoutMs, () => reject(new Error("an agent does not register in time"))),
    );
    for (const agent of agents) await clock.run(Promise.race([agent.registered, late]));
    const answers = await clock.run(manager.play());
    await clock.advance(timeoutMs);
    if (records.length !== 1) return `${records.length} matches: ${[...answers].join("; ")}`;
    const [record] = records;
    if (record?.outcome.status !== "WIN") return `the match ended as ${record?.outcome.status}`;
    if (manager.reports.length !== 1)
      return `${manager.reports.length} reports were understood; ${manager.server.refused.slice(-1).join()}`;
    const ends = await clock.run(manager.finish());
    const refused = ends.find((text) => text.includes('"error"') || text.includes('"isError":true'));
    return refused === undefined ? undefined : `LEAGUE_COMPLETED is answered with ${refused}`;
  };
  const outcome = await outcomeOf(play, [manager.server], agents.length);
  await ours.close();
  return outcome;
}
