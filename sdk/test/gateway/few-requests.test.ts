/** The number of requests to a peer: an unknown message is not tried again under all names. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "./agents.js";
import { registers, rpc, says, takesItsId } from "./peers/player-messages.js";
import { bodyOf, type PlayerHabits, rpcError, rpcResult, WildPlayer } from "./peers/wild-player.js";

const league = urlOf(8000);
const own = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "ROUND_ANNOUNCEMENT", "LEAGUE_COMPLETED"];

/** Its methods are types, its times whole seconds; it does not support the end of a round, standings and shutdown. */
const knowsFewNotices: PlayerHabits = {
  name: "knows-few-notices",
  registration: (me) => rpc("LEAGUE_REGISTER_REQUEST", registers(me)),
  joined: takesItsId,
  answer: ({ method, params, id }, me, understood) => {
    const message = bodyOf(params);
    if (message.protocol === undefined || /\.\d/.test(String(message.timestamp)))
      return rpcError(id, -32602, "Invalid envelope");
    if (!own.includes(String(method))) return rpcError(id, -32601, `Unknown: ${String(method)}`);
    understood(String(method), message);
    const { match_id, conversation_id } = message;
    if (method !== "CHOOSE_PARITY_CALL") return rpcResult(id, { status: "RECEIVED" });
    const choice = { match_id, parity_choice: me.choice };
    return rpcResult(id, { ...says(me, "CHOOSE_PARITY_RESPONSE", choice), conversation_id });
  },
};

it("a player that supports few notices gets none of the others in many forms", async () => {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const messages = new Map<string, number>();
  let questions = 0;
  const manager = platform.connect(createLeagueManager({ players: 3, referees: 1 }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const ours = [8101, 8103].map((port) =>
    platform.connect(createPlayer({ displayName: `ours-${port}`, choose: () => "odd" }), port, league),
  );
  await platform.clock.run(Promise.all([referee, ...ours].map(({ registered }) => registered)));
  const me = { name: "Few", url: urlOf(8102), choice: "even" } as const;
  const player = new WildPlayer(knowsFewNotices, me, "P07");
  platform.network.attach(me.url, async (request) => {
    const text = String(request.body);
    const [type] = /"(GAME_|CHOOSE_|ROUND_|LEAGUE_(?!V2))[A-Z_]+"/.exec(text) ?? [];
    if (type === undefined) questions += 1;
    else messages.set(type, (messages.get(type) ?? 0) + 1);
    return text === "" ? { status: 404, headers: {}, body: "" } : player.handle(request);
  });
  await player.register(platform.network, league);
  await platform.clock.run(manager.ended);
  await Promise.all([manager, referee, ...ours].map((agent) => agent.close()));
  const rounds = 3;
  expect(records).toHaveLength(rounds);
  expect(player.understood).toHaveLength(3 * 2 + rounds + 1);
  expect(questions).toBeLessThanOrEqual(20);
  // A notice that it does not know is sent once in all.
  expect(Object.fromEntries(messages)).toEqual({
    '"ROUND_ANNOUNCEMENT"': rounds,
    '"LEAGUE_STANDINGS_UPDATE"': 1,
    '"ROUND_COMPLETED"': 1,
    '"GAME_INVITATION"': 2,
    '"CHOOSE_PARITY_CALL"': 2,
    '"GAME_OVER"': 2,
    '"LEAGUE_COMPLETED"': 1,
  });
});
