/** Requests to one of our agents, and whether it accepts the last of them. */
import { createLeagueManager, createPlayer, type RunningAgent } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { leagueThatGives } from "../wire/wild/plain-league.js";
import { WildLeague } from "../wire/wild/wild-league.js";
import { type Body, bodyOf } from "../wire/wild/wild-player.js";

export interface Asked {
  readonly path: string;
  readonly body: unknown;
}

export const rpc = (method: string, params: unknown): Asked => ({
  path: "/mcp",
  body: { jsonrpc: "2.0", id: 1, method, params },
});
export const tool = (name: string, args: Body): Asked => rpc("tools/call", { name, arguments: args });
export const post = (path: string, body: unknown): Asked => ({ path, body });

export interface Answered {
  readonly isAccepted: boolean;
  /** The content of the answer, in any form. */
  readonly said: Body;
}

export interface PlayerAnswers {
  readonly answers: readonly Answered[];
  /** How many requests came to `elsewhere`. */
  readonly pushed: number;
}

/** An address in a request. */
export const elsewhere = urlOf(8500);
const longEnoughMs = 10_000;

/** What our player P01 answers. @param given what a league of another form gives it; a canonical league if left out */
export async function askPlayer(
  strict: boolean,
  requests: readonly Asked[],
  given?: Body,
): Promise<PlayerAnswers> {
  const platform = new SimulatedPlatform();
  const league = urlOf(8000);
  const running: RunningAgent[] = [];
  if (given === undefined)
    running.push(platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000));
  else platform.network.attach(league, new WildLeague(leagueThatGives(given), platform.network).handle);
  let pushed = 0;
  platform.network.attach(elsewhere, async () => {
    pushed += 1;
    return { status: 200, headers: {}, body: '{"status":"ok"}' };
  });
  const ours = createPlayer({ displayName: "ours", choose: () => "odd", strict });
  const player = platform.connect(ours, 8101, league);
  running.push(player);
  await platform.clock.run(player.registered);
  const answers: Answered[] = [];
  for (const one of requests) answers.push(await ask(platform, 8101, one));
  await platform.clock.advance(longEnoughMs);
  await Promise.all(running.map((one) => one.close()));
  return { answers, pushed };
}

export async function ask(
  platform: SimulatedPlatform,
  port: number,
  { path, body }: Asked,
): Promise<Answered> {
  const url = new URL(path, urlOf(port)).href;
  const { signal } = new AbortController();
  const sent = platform.network.send({ url, body: JSON.stringify(body), signal });
  return answered(await platform.clock.run(sent));
}

export function answered({ status, body }: { status: number; body: string }): Answered {
  const value: unknown = body === "" ? {} : JSON.parse(body);
  const whole = bodyOf(value);
  const { isError, content } = bodyOf(whole.result);
  const text = Array.isArray(content) ? bodyOf(content[0]).text : undefined;
  const said =
    typeof text === "string" ? parsed(text) : whole.result === undefined ? whole : bodyOf(whole.result);
  return { isAccepted: status < 300 && whole.error === undefined && isError !== true, said };
}

function parsed(text: string): Body {
  try {
    return bodyOf(JSON.parse(text));
  } catch {
    return {};
  }
}
