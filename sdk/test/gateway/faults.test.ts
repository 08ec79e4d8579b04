/** Behind gateways that read any form, a canonical agent that breaks the contract is no agent of another form. */
import { expect, it } from "vitest";
import * as core from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { frequentForms } from "../forms/canonical-form.js";
import { FormPlayer } from "../forms/form-player.js";
import { createLeagueManager, createReferee } from "./agents.js";

const league = urlOf(8000);
type Body = { readonly result?: object; readonly id?: number };

/** How the match of two canonical players ends, if the joins of the first one are changed. */
async function endOfMatch(change: (join: Body) => object): Promise<string[]> {
  const platform = new SimulatedPlatform();
  const send = platform.network.send.bind(platform.network);
  platform.network.send = async (request) => {
    const reply = await send(request);
    if (request.url !== urlOf(8101) || !reply.body.includes('"GAME_JOIN_ACK"')) return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body) as Body)) };
  };
  const ends: string[] = [];
  const onMatch = ({ outcome }: core.MatchRecord) => void ends.push(outcome.status);
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  await platform.clock.run(referee.registered);
  const players = (["even", "odd"] as const).map((choice, index) =>
    platform.connect(core.createPlayer({ displayName: choice, choose: () => choice }), 8101 + index, league),
  );
  await platform.clock.run(manager.ended);
  await Promise.all([...players, referee, manager].map((agent) => agent.close()));
  return ends;
}

it("an unchanged join leads to a match", async () => {
  expect(await endOfMatch((join) => join)).not.toEqual(["TECHNICAL_LOSS"]);
});

it.each<[string, (join: Body) => object]>([
  ["no JSON-RPC response", ({ result = {} }) => result],
  ["the response to another request", (join) => ({ ...join, id: (join.id ?? 0) + 1000 })],
  ["of another version of JSON-RPC", (join) => ({ ...join, jsonrpc: "1.0" })],
])("a join that is %s is none", async (_, change) => {
  expect(await endOfMatch(change)).toEqual(["TECHNICAL_LOSS"]);
});

it.each<[string, string, () => Promise<never>]>([
  ["that answers no choice", "E001", () => new Promise(() => {})],
  [
    "that cannot be reached",
    "E009",
    () => Promise.reject(new core.TransportError("unreachable", "no process listens")),
  ],
])("a player behind the league manager's gateway %s is told %s", async (_, code, answer) => {
  const platform = new SimulatedPlatform();
  const codes = new Set<string | undefined>();
  const send = platform.network.send.bind(platform.network);
  platform.network.send = (request) => {
    const { url, body } = request;
    if (body.includes("GAME_ERROR")) codes.add(/"(E\d+)"/.exec(body)?.[1]);
    return url === urlOf(8101) && body.includes("CHOOSE_PARITY_CALL") ? answer() : send(request);
  };
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  const foreign = new FormPlayer(frequentForms.bare, "foreign", urlOf(8101));
  platform.network.attach(urlOf(8101), foreign.server.handler);
  await platform.clock.run(referee.registered);
  await foreign.register(platform.network, league, false);
  const ours = platform.connect(
    core.createPlayer({ displayName: "ours", choose: () => "odd" }),
    8102,
    league,
  );
  await platform.clock.run(manager.ended);
  expect([...codes]).toEqual([code]);
  await Promise.all([ours, referee, manager].map((agent) => agent.close()));
});
