/** All messages of a match, or of a league, that is started under a trace belong to this trace (W3C Trace Context). */
import { describe, expect, it } from "vitest";
import { createLeagueManager } from "../src/league/create-league-manager.js";
import type { FaultHook } from "../src/memory/index.js";
import type { OutgoingRequest } from "../src/platform/transport.js";
import { createPlayer } from "../src/player/create-player.js";
import { createReferee } from "../src/referee/create-referee.js";
import { urlOf } from "../src/testing/simulated-platform.js";
import { Environment, type Message } from "./peers/environment.js";
import { Refereed, refereePort } from "./referee/refereed.js";

const id = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${id}-00f067aa0ba902b7-01`;
const managerPort = 8000;

type Headers = Record<string, string>;

/** The requests during one match that was ordered under these headers, without the registration. */
async function playedUnder(headers: Headers): Promise<OutgoingRequest[]> {
  const [sent, fault] = listening();
  const platform = new Refereed({}, fault);
  platform.b.script = { choose_parity: platform.b.late(40_000, platform.b.chooses("odd")) };
  await platform.environment.run(platform.referee.registered);
  sent.splice(0);
  await platform.environment.run(
    order(platform.environment, refereePort, "run_match", platform.order("R1M1"), headers),
  );
  await platform.environment.until(300_000);
  return sent;
}

/** The requests of a league after the operator has started it under these headers. */
async function startedUnder(headers: Headers): Promise<OutgoingRequest[]> {
  const [sent, fault] = listening();
  const environment = new Environment({ fault });
  const { platform } = environment;
  const manager = platform.connect(createLeagueManager(), managerPort);
  const agents = [
    platform.connect(createReferee({ displayName: "Referee" }), 8001, urlOf(managerPort)),
    ...["A", "B"].map((displayName, index) =>
      platform.connect(createPlayer({ displayName, choose: () => "odd" }), 8101 + index, urlOf(managerPort)),
    ),
  ];
  for (const { registered } of agents) await environment.run(registered);
  sent.splice(0);
  await environment.run(
    order(environment, managerPort, "start_league", environment.message("START_LEAGUE", "operator"), headers),
  );
  await environment.run(manager.ended);
  return sent;
}

/** All requests. */
function listening(): [OutgoingRequest[], FaultHook] {
  const sent: OutgoingRequest[] = [];
  return [
    sent,
    (request) => {
      sent.push(request);
      return undefined;
    },
  ];
}

function order({ platform }: Environment, port: number, method: string, params: Message, headers: Headers) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const request = { method: "POST", contentType: "application/json", body, headers } as const;
  return platform.network.exchange(urlOf(port), request);
}

const underTrace = { traceparent, tracestate: "congo=t61rcWkgMzE" };

describe.each([
  [
    "match",
    playedUnder,
    "handle_game_invitation choose_parity notify_game_error notify_match_result report_match_result league_query",
  ],
  [
    "league",
    startedUnder,
    `notify_round run_match handle_game_invitation choose_parity notify_match_result report_match_result
     league_query update_standings notify_round_completed notify_league_completed`,
  ],
] as const)("a %s that is started under a trace", (_what, sentUnder, methods) => {
  it("has its trace id in every call, each with a separate span", async () => {
    const sent = await sentUnder(underTrace);
    const called = new Set(sent.map(({ body }) => String(JSON.parse(body).method)));
    expect(called).toEqual(new Set(methods.split(/\s+/)));
    const parents = sent.map(({ headers }) => headers?.traceparent ?? "");
    for (const parent of parents) expect(parent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
    expect(new Set([traceparent, ...parents]).size).toBe(parents.length + 1);
    for (const { headers } of sent) expect(headers?.tracestate).toBe(underTrace.tracestate);
  });

  it.each([{}, { traceparent: "garbage" }, { tracestate: "a=1" }])("has none under %j", async (headers) => {
    for (const sent of await sentUnder(headers)) expect(sent.headers).toBeUndefined();
  });
});
