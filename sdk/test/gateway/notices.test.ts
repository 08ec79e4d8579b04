/** Notices of public agents that omit members, or state a result in the view of one player. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer } from "./agents.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";

const league = urlOf(8000);
const now = "2025-12-20T10:00:00Z";

const byType = (message_type: string, fields: Body, sender = "league_manager:LM01"): Body => ({
  ...{ jsonrpc: "2.0", id: 5, method: message_type },
  params: {
    ...{ protocol: "league.v2", message_type, sender, timestamp: now, conversation_id: "conv-n" },
    ...fields,
  },
});
const asTool = (name: string, fields: Body): Body => ({
  ...{ jsonrpc: "2.0", id: 5, method: "tools/call" },
  params: { name, arguments: fields },
});

/** A registered player, and its answers; its matches end with `over`. */
async function answersOf(...bodies: Body[]) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const over: unknown[] = [];
  const player = createPlayer({
    displayName: "ours",
    choose: () => "odd",
    onMatch: (match) => void over.push(match),
  });
  const running = platform.connect(player, 8101, league);
  await platform.clock.run(running.registered);
  const answers: Body[] = [];
  for (const body of bodies) {
    const { signal } = new AbortController();
    const reply = await platform.network.send({ url: urlOf(8101), body: JSON.stringify(body), signal });
    answers.push(bodyOf(JSON.parse(reply.body)));
  }
  await Promise.all([running.close(), manager.close()]);
  return { answers, over };
}

const isAcknowledged = (answer: Body) => answer.error === undefined && bodyOf(answer.result).isError !== true;

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
  const { answers } = await answersOf(body);
  expect(answers.map(isAcknowledged), JSON.stringify(answers)).toEqual([true]);
});

it("our player refuses the same notice under the documents' name with a part of an envelope", async () => {
  const { answers } = await answersOf(
    asTool("notify_round_completed", { protocol: "league.v2", sender: "league_manager", round_id: 2 }),
  );
  expect(answers.map(isAcknowledged)).toEqual([false]);
});

/** The end of the league under the documents' name, with these rows. */
const completed = (...final_standings: Body[]): Body => {
  const champion = { player_id: "P02", display_name: "theirs", points: 3 };
  const fields = { league_id: "spring", total_rounds: 1, total_matches: 1, champion, final_standings };
  return { ...byType("LEAGUE_COMPLETED", fields, "league_manager"), method: "notify_league_completed" };
};
const short = { rank: 1, player_id: "P02", points: 3 };

it.each([
  ["understands final standings without any count", completed(short), true],
  ["refuses final standings that lack some counts", completed({ ...short, played: 1 }), false],
  ["refuses final standings of which one row has counts", completed(short, { ...short, wins: 0 }), false],
])("%s", async (_name, body, isUnderstood) => {
  const { answers } = await answersOf(body);
  expect(answers.map(isAcknowledged), JSON.stringify(answers)).toEqual([isUnderstood]);
});

it("our player reads a result in its own view", async () => {
  const referee = { auth_token: "token-of-the-referee-0123456789ab", match_id: "R1M1" };
  const call = (type: string, fields: Body) => byType(type, { ...referee, ...fields }, "referee:REF01");
  const { answers, over } = await answersOf(
    call("GAME_INVITATION", {
      ...{ league_id: "wild", round_id: 1, game_type: "even_odd" },
      ...{ role_in_match: "PLAYER_A", opponent_id: "P02" },
    }),
    call("CHOOSE_PARITY_CALL", { player_id: "P01", game_type: "even_odd", deadline: now }),
    call("GAME_OVER", { result: "WIN", your_choice: "odd", opponent_choice: "even", drawn_number: 7 }),
  );
  expect(answers.map(isAcknowledged), JSON.stringify(answers)).toEqual([true, true, true]);
  expect(over).toMatchObject([{ points: 3, my_choice: "odd", opponent_choice: "even", drawn_number: 7 }]);
});
