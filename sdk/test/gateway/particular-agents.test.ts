/** Times in the answers of our player. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer } from "./agents.js";
import { bodyOf } from "./peers/json-rpc.js";

const league = urlOf(8000);
const now = "2025-12-20T10:00:00Z";
const wholeSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

it("an agent answers a message of another form in the time style of the message", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(ours.registered);
  const invitation = (timestamp: string) =>
    JSON.stringify({
      ...{ jsonrpc: "2.0", id: 7, method: "GAME_INVITATION" },
      params: {
        ...{ protocol: "league.v2", message_type: "GAME_INVITATION", sender: "referee:REF01", timestamp },
        ...{ conversation_id: "conv-1", league_id: "spring", round_id: 1, match_id: "R1M1" },
        ...{ game_type: "even_odd", role_in_match: "PLAYER_A", opponent_id: "P02" },
      },
    });
  const timesFor = async (timestamp: string) => {
    const { signal } = new AbortController();
    const reply = await platform.network.send({ url: urlOf(8101), body: invitation(timestamp), signal });
    const { timestamp: sent, arrival_timestamp } = bodyOf(bodyOf(JSON.parse(reply.body)).result);
    return [sent, arrival_timestamp];
  };
  const whole = [expect.stringMatching(wholeSeconds), expect.stringMatching(wholeSeconds)];
  expect(await timesFor(now)).toEqual(whole);
  const fraction = expect.stringMatching(/\.\d{3}Z$/);
  expect(await timesFor("2025-12-20T10:00:00.250Z")).toEqual([fraction, fraction]);
  await Promise.all([manager.close(), ours.close()]);
});
