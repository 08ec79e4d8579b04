/** What our player reads and answers: notices that omit members, results in the view of one player, repetitions, times and ids. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { type Body, bodyOf, post } from "./peers/json-rpc.js";
import { LeagueInForm, leagueThatGives } from "./peers/league.js";
import { now, rpc } from "./peers/player.js";
import { league, OurAgents, SimulatedLeague } from "./simulated-league.js";

/** The answers of our player, and its matches. @param given by its league; the default is a canonical league */
async function answersTo(bodies: readonly Body[], given?: Body, displayName = "ours") {
  const ours = given === undefined ? new SimulatedLeague(2) : new OurAgents();
  const { network } = ours.platform;
  if (given !== undefined) network.attach(league, new LeagueInForm(leagueThatGives(given), network).handle);
  const over: unknown[] = [];
  const onMatch = (match: unknown) => void over.push(match);
  await ours.run(ours.player("odd", 8101, { displayName, onMatch }).registered);
  const answers: Body[] = [];
  for (const body of bodies) answers.push(await ours.run(post(network, urlOf(8101), body)));
  await ours.close();
  return { answers, over, results: answers.map(({ result }) => bodyOf(result)) };
}

const isRead = (answer: Body) => answer.error === undefined && bodyOf(answer.result).isError !== true;
const readOf = async (...asked: Parameters<typeof answersTo>) =>
  (await answersTo(...asked)).answers.map(isRead);

const message = (message_type: string, fields: Body): Body => ({
  protocol: "league.v2",
  message_type,
  sender: "league_manager:LM01",
  timestamp: now,
  conversation_id: "conv-n",
  ...fields,
});
const byType = (type: string, fields: Body) => rpc(type, message(type, fields));
const asTool = (name: string, fields: Body) => rpc("tools/call", { name, arguments: fields });

it.each([
  ["the end of a round without a count", asTool("notify_round_completed", { round_id: 2 })],
  ["the end of the league without standings", asTool("notify_league_completed", { champion: "P02" })],
  ["the end of a round by its type", byType("ROUND_COMPLETED", { round_id: 2, status: "COMPLETED" })],
  [
    "the end of the league by its type",
    byType("LEAGUE_COMPLETED", { champion: { player_id: "P02" }, final_standings: [{ player_id: "P02" }] }),
  ],
  [
    "standings of which rows lack counts",
    byType("LEAGUE_STANDINGS_UPDATE", { standings: [{ player_id: "P02", points: 3 }] }),
  ],
])("our player reads %s", async (_name, body) => {
  expect(await readOf([body])).toEqual([true]);
});

it("our player refuses the same notice under the documents' name with a part of an envelope", async () => {
  const part = { protocol: "league.v2", sender: "league_manager", round_id: 2 };
  expect(await readOf([asTool("notify_round_completed", part)])).toEqual([false]);
});

/** The end of the league under the documents' name, with these rows. */
const completed = (...final_standings: Body[]): Body => {
  const champion = { player_id: "P02", display_name: "theirs", points: 3 };
  const fields = { league_id: "spring", total_rounds: 1, total_matches: 1, champion, final_standings };
  return rpc("notify_league_completed", message("LEAGUE_COMPLETED", { ...fields, sender: "league_manager" }));
};
const short = { rank: 1, player_id: "P02", points: 3 };

it.each([
  ["understands final standings without any count", completed(short), true],
  ["refuses final standings that lack some counts", completed({ ...short, played: 1 }), false],
  ["refuses final standings of which one row has counts", completed(short, { ...short, wins: 0 }), false],
])("our player %s", async (_name, body, isUnderstood) => {
  expect(await readOf([body])).toEqual([isUnderstood]);
});

const rows = [{ player_id: "P01", rank: 1, wins: 1, losses: 0, draws: 0, points: 3, games_played: 1 }];
const champion = { player_id: "P01", total_points: 3 };
const totals = { total_rounds: 1, total_matches: 1, final_standings: rows, champion };
const { tell } = leagueThatGives({});
const counted = [
  tell("ROUND_COMPLETED", { round_id: 1, matches_completed: 1 }),
  tell("LEAGUE_STANDINGS_UPDATE", { round_id: 1, standings: rows }),
  tell("LEAGUE_COMPLETED", totals),
];

it.each<[string, Body, boolean]>([
  ["reads counts under other names in a league without tokens", {}, true],
  ["refuses them otherwise", { auth_token: "t".repeat(32), league_id: "L1", reason: null }, false],
])("our player %s", async (_what, given, isUnderstood) => {
  expect(await readOf(counted, given)).toEqual(counted.map(() => isUnderstood));
});

const invitation = { league_id: "wild", round_id: 1, role_in_match: "PLAYER_A", opponent_id: "P02" };
const context = { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
/** The messages of a match. */
const ask = (method: string, type: string, fields: Body) => {
  const match = { sender: "referee:REF01", match_id: "R1M1", game_type: "even_odd" };
  return rpc(method, message(type, { ...match, ...fields }));
};
const invites = (fields: Body) =>
  ask("handle_game_invitation", "GAME_INVITATION", { ...invitation, ...fields });
const calls = (fields: Body) =>
  ask("choose_parity", "CHOOSE_PARITY_CALL", { player_id: "P01", context, deadline: now, ...fields });

it.each(["referee", "LeagueManager"])(
  "our player reads calls that have a match and %s only",
  async (from_player) => {
    const game = { game_id: "game_1" };
    const { results } = await answersTo([
      rpc("handle_game_invitation", { ...game, from_player }),
      rpc("parity_choose", game),
    ]);
    expect(results).toMatchObject([
      { ...game, type: "GAME_JOIN_ACK", accepted: true },
      { ...game, choice: "odd" },
    ]);
  },
);

it("our player reads a result in its own view", async () => {
  const auth_token = "token-of-the-referee-0123456789ab";
  const result = { result: "WIN", your_choice: "odd", opponent_choice: "even", drawn_number: 7, auth_token };
  const over = { ...ask("GAME_OVER", "GAME_OVER", result) };
  const told = await answersTo([invites({ auth_token }), calls({ auth_token }), over]);
  expect(told.answers.map(isRead)).toEqual([true, true, true]);
  const expected = { points: 3, my_choice: "odd", opponent_choice: "even", drawn_number: 7 };
  expect(told.over).toMatchObject([expected]);
});

/** Canonical except for its acceptance, which has no conversation and an invalid time. */
const oddAcceptance = {
  conversation_id: undefined,
  timestamp: "2025-12-20T10:00:00+00:00Z",
  auth_token: "t".repeat(32),
  league_id: "L1",
};
const offset = { timestamp: "2025-12-20T10:00:00+00:00", deadline: "2025-12-20T10:00:00+00:00" };
const unsigned = (winner_id: unknown, theirs: string) => {
  const choices = { P01: "odd", P02: theirs };
  return rpc("notify_match_result", { match_id: "R1M1", winner_id, drawn_number: 7, choices });
};

it.each([
  ["a result", "P01", "even", 3],
  ["a draw", null, "odd", 1],
])(
  "%s without a sender is accepted as the referee's, if the referee's messages have no token",
  async (_what, winner_id, theirs, points) => {
    const bodies = [invites(offset), calls(offset), unsigned(winner_id, theirs)];
    const { answers, over } = await answersTo(bodies, oddAcceptance);
    expect(answers.map(isRead), JSON.stringify(answers)).toEqual([true, true, true]);
    expect(over).toMatchObject([{ points, opponent_choice: theirs, drawn_number: 7 }]);
  },
);

it("such a result is refused for a match whose referee has a token", async () => {
  const auth_token = "token-of-the-referee-0123456789ab";
  const { answers, over } = await answersTo(
    [invites({ ...offset, auth_token }), unsigned("P02", "even")],
    oddAcceptance,
  );
  expect(answers.map(isRead), JSON.stringify(answers)).toEqual([true, false]);
  expect(over).toEqual([]);
});

it.each([
  [
    "under both names, if its times are not those of the documents",
    "2025-12-20T10:00:00.000000+00:00",
    "odd",
  ],
  ["as before, if they are", "2025-12-20T10:00:00.000Z", undefined],
])("a referee that asks for a choice again gets it %s", async (_how, timestamp, choice) => {
  const given = { auth_token: "tok", timestamp, deadline: timestamp };
  const { results } = await answersTo([invites(given), calls(given), calls(given)]);
  const [, first, second] = results;
  expect(first).toMatchObject({ parity_choice: "odd", player_id: "P01" });
  expect(first).not.toHaveProperty("choice");
  expect([second?.parity_choice, second?.choice]).toEqual(["odd", choice]);
});

it.each([
  [now, /T\d\d:\d\d:\d\dZ$/],
  ["2025-12-20T10:00:00.250Z", /\.\d{3}Z$/],
])("a message of another form at %s is answered in the same style of times", async (timestamp, style) => {
  const { results } = await answersTo([{ ...invites({ timestamp }), method: "GAME_INVITATION" }]);
  const [join] = results;
  const ofStyle = expect.stringMatching(style);
  expect([join?.timestamp, join?.arrival_timestamp]).toEqual([ofStyle, ofStyle]);
});

it("an id in other letters is that of our player, which answers under the asked one", async () => {
  const bodies = [
    { ...invites({ role_in_match: "player_b", opponent_id: "P01" }), method: "game_invitation" },
    calls({ player_id: "P02", context: { ...context, opponent_id: "P01" } }),
  ];
  const { results } = await answersTo(bodies, { player_id: "p02" }, "P02");
  expect(results[1]).toMatchObject({ parity_choice: "odd", player_id: "P02" });
});
