/** Our player and our referee in public leagues, at their defaults: they register once, play, and report once. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { type Body, bodyOf, handlerOf } from "./peers/json-rpc.js";
import {
  type Joined,
  type LeagueForm,
  LeagueInForm,
  leagueThatGives,
  messageInParams,
  nestedAcceptance,
  numbered,
  startingLeagues,
} from "./peers/league.js";
import { rpc } from "./peers/player.js";
import { league, OurAgents, type PlayedMatch } from "./simulated-league.js";

/** A league of this form with our referee, and two players of ours that choose "even" and "odd". */
async function leagueOf(form: LeagueForm) {
  const ours = new OurAgents();
  const { platform, records } = ours;
  const manager = new LeagueInForm(form, platform.network);
  platform.network.attach(league, manager.handle);
  const played: PlayedMatch[] = [];
  const onMatch = (match: PlayedMatch) => void played.push(match);
  for (const [index, choice] of (["even", "odd"] as const).entries())
    await ours.run(ours.player(choice, 8101 + index, { onMatch }).registered);
  await ours.run(ours.referee().registered);
  const [a, b] = manager.players;
  const [own] = manager.referees;
  if (a === undefined || b === undefined || own === undefined) throw new Error("all should have registered");
  const aMinute = () => platform.clock.advance(60_000);
  const tell = (to: Joined, type: string, fields: Body) => ours.run(manager.tell(to, type, fields));
  /** Starts a match, and waits for its end. @returns the error in the referee's answer */
  const start = async () => {
    const { error } = await ours.run(manager.start(own));
    await aMinute();
    return error;
  };
  return { manager, played, records, players: [a, b] as const, own, aMinute, tell, start };
}

const record = { match_id: "R1M1", outcome: { choices: { P01: "even", P02: "odd" } }, reported: true };
const ids = { player_A_id: "P01", player_B_id: "P02" };
const announcement = {
  league_id: "wild",
  round_id: 1,
  matches: [{ match_id: "R1M1", game_type: "even_odd", referee_endpoint: urlOf(8001), ...ids }],
};

it.each(startingLeagues.map((form) => [form.name, form] as const))(
  "in the league %s our agents register once, acknowledge announcements, play, and report once",
  async (_name, form) => {
    const { manager, played, records, players, tell, start } = await leagueOf(form);
    expect(manager.registrations).toEqual([8101, 8102, 8001].map((port) => urlOf(port)));
    for (const player of players)
      expect((await tell(player, "ROUND_ANNOUNCEMENT", announcement)).error).toBeUndefined();
    expect(await start()).toBeUndefined();
    expect(records).toMatchObject([record]);
    expect(played).toHaveLength(2);
    expect(manager.reports).toHaveLength(1);
  },
);

it("our referee's report has players and results at the places where such a league reads them", async () => {
  const { manager, start } = await leagueOf(nestedAcceptance);
  await start();
  const [report] = manager.reports;
  expect(report).toMatchObject({ match_id: "R1M1", player_a_id: "P01", player_b_id: "P02" });
  expect([report?.winner_id, report?.player_a_result, report?.player_b_result]).toEqual(
    report?.winner_id === "P01" ? ["P01", "WIN", "LOSS"] : ["P02", "LOSS", "WIN"],
  );
});

it("a league that numbers its manager gets reports with its own time style", async () => {
  const { manager, start } = await leagueOf(numbered);
  await start();
  const whole = expect.stringMatching(/T\d\d:\d\d:\d\dZ$/);
  expect(manager.reports.map(({ timestamp }) => timestamp)).toEqual([whole]);
});

it("the end of a round and of a league of another form is read without counts", async () => {
  const { players, tell } = await leagueOf(messageInParams);
  const rows = { final_standings: [{ player_id: "P01", points: 3 }] };
  const end = { league_id: "wild", champion: { player_id: "P01" }, ...rows };
  expect(
    (await tell(players[0], "ROUND_COMPLETED", { league_id: "wild", round_id: 1 })).error,
  ).toBeUndefined();
  expect((await tell(players[0], "LEAGUE_COMPLETED", end)).error).toBeUndefined();
});

/** An order without addresses, from a numbered league. */
async function ordered(members: Body) {
  const { own, records, aMinute, tell } = await leagueOf(numbered);
  const order = { match_id: "R1M1", round_id: 1, player_a_id: "P01", player_b_id: "P02", ...members };
  const { error } = await tell(own, "START_MATCH", order);
  await aMinute();
  return { isRefused: error !== undefined, records };
}

it("without addresses, our referee calls the players at the documents' ports, also without a round", async () => {
  expect((await ordered({})).records).toMatchObject([record]);
  expect((await ordered({ round_id: undefined })).records).toMatchObject([{ ...record, round_id: 1 }]);
});

it("our referee refuses an order without addresses if an id has no number", async () => {
  expect(await ordered({ player_b_id: "beta" })).toEqual({ isRefused: true, records: [] });
});

/** A match that is announced only, or after an order for another one. */
async function announced(given: Body, match: Body, isOrdered = false) {
  const { own, records, manager, aMinute, tell } = await leagueOf(leagueThatGives(given));
  const addresses = { player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) };
  if (isOrdered) await tell(own, "RUN_MATCH", { match_id: "R9M9", round_id: 9, ...ids, ...addresses });
  const matches = [{ match_id: "R1M1", game_type: "even_odd", ...ids, ...match }];
  await tell(own, "ROUND_ANNOUNCEMENT", { round_id: 1, matches });
  await aMinute();
  const isOfMatch = ({ match_id }: { match_id?: unknown }) => match_id === "R1M1";
  expect(manager.reports.filter(isOfMatch)).toHaveLength(records.filter(isOfMatch).length);
  return records.filter(isOfMatch);
}

/** An acceptance as in the documents. */
const whole = { auth_token: "t".repeat(32), league_id: "L1", reason: null };
const referee_endpoint = urlOf(8001);

it.each<[string, Body, Body]>([
  ["with the players at the documents' ports of their numbers", {}, { referee_endpoint }],
  ["that names it by its id, in a league of the documents", whole, { referee_id: "REF01", referee_endpoint }],
])("our referee starts an announced match %s once", async (_how, given, match) => {
  expect(await announced(given, match)).toMatchObject([record]);
});

it.each<[string, Body, Body, boolean?]>([
  ["of players without a number", {}, { referee_endpoint, player_A_id: "alpha" }],
  ["in a league of the documents", whole, { referee_endpoint }],
  ["of another referee", {}, { referee_id: "REF02", referee_endpoint }],
  ["after an order", whole, { referee_id: "REF01", referee_endpoint }, true],
])("our referee starts no announced match %s", async (_when, given, match, isOrdered) => {
  expect(await announced(given, match, isOrdered)).toEqual([]);
});

const token = "r".repeat(32);
const winner = { status: "WIN", winner_player_id: 7, drawn_number: 7, choices: { 7: "odd", 8: "even" } };
const inNumbers: readonly (readonly [string, string, Body])[] = [
  ["GAME_INVITATION", "invite", { match_id: 12, opponent_id: 8, round_id: 1, role_in_match: "PLAYER_A" }],
  ["CHOOSE_PARITY_CALL", "choose", { match_id: 12, player_id: 7, context: { opponent_id: 8, round_id: 1 } }],
  ["GAME_OVER", "match_result", { match_id: 12, game_result: winner }],
];

it.each([
  [
    "reads numbers as ids and answers with numbers, in a league that numbers its members",
    7,
    ["even", 7, "odd", 7],
  ],
  ["reads no numbers as ids in a league that gives a text as id", "P01", []],
])("our player %s", async (_what, player_id, expected) => {
  const ours = new OurAgents();
  const manager = new LeagueInForm(leagueThatGives({ player_id }), ours.platform.network);
  ours.platform.network.attach(league, manager.handle);
  const played: PlayedMatch[] = [];
  const onMatch = (match: PlayedMatch) => void played.push(match);
  await ours.run(ours.player("odd", 8101, { onMatch }).registered);
  const answers: Body[] = [];
  for (const [type, method, fields] of inNumbers) {
    const about = { sender: "referee:1", conversation_id: "conv-12", auth_token: token };
    const { params } = leagueThatGives({}).tell(type, { ...fields, ...about, game_type: "even_odd" });
    const answer = await ours.run(manager.send(urlOf(8101), rpc(method, params)));
    answers.push(bodyOf(answer.result));
  }
  const [, choice] = answers;
  const given = played.flatMap(({ opponent_choice }) => [
    ...[opponent_choice, answers[0]?.player_id, choice?.parity_choice, choice?.player_id],
  ]);
  expect(given).toEqual(expected);
  expect(played.map(({ match_id, opponent_id, end }) => [match_id, opponent_id, end])).toEqual(
    played.map(() => ["12", "8", "win"]),
  );
});

/** The id of our player in a league that answers each request like this. */
async function admitted(answer: (request: Body, count: number) => Body): Promise<unknown> {
  const ours = new OurAgents();
  let count = 0;
  const handler = handlerOf((request) => {
    count += 1;
    const { status = 200, ...body } = answer(request, count);
    return { status: Number(status), body };
  });
  ours.platform.network.attach(league, handler);
  const { registered } = ours.player("odd", 8101);
  const given = await ours.run(registered.then(({ id }) => id).catch(() => undefined));
  await ours.close();
  return given;
}

const accepted = { status: "ACCEPTED", player_id: "P01", auth_token: token, league_id: "L" };
const unknownMethod = { error: { code: -32601, message: "Method not found" } };

it("a league that reads whole seconds and types as methods only is found, whatever its refusals say", async () => {
  const id = await admitted(({ id: rpcId, method, params }) => {
    const isRead = /:\d\dZ$/.test(String(bodyOf(params).timestamp));
    const refusal = isRead ? unknownMethod : { error: { code: -32602, message: "Invalid envelope" } };
    const isKnown = isRead && method === "LEAGUE_REGISTER_REQUEST";
    return { jsonrpc: "2.0", id: rpcId, ...(isKnown ? { result: accepted } : refusal) };
  });
  expect(id).toBe("P01");
});

it.each([
  ["of a league that has not sent it before is read", false, "P01"],
  ["of a league that has sent it before is a fault", true, undefined],
])("an answer without jsonrpc %s", async (_what, isLate, expected) => {
  const head = { protocol: "league.v2", message_type: "LEAGUE_REGISTER_RESPONSE", sender: "league_manager" };
  const message = { ...head, timestamp: "2025-12-20T10:00:00.000Z", conversation_id: "conv", ...accepted };
  const starting = { status: 503, error: { code: -32603, message: "starting" } };
  const id = await admitted(({ id: rpcId, method }, count) => {
    if (method !== "register_player") return { jsonrpc: "2.0", id: rpcId, ...unknownMethod };
    if (isLate && count === 1) return { jsonrpc: "2.0", id: rpcId, ...starting };
    return { id: rpcId, result: message };
  });
  expect(id).toBe(expected);
});
