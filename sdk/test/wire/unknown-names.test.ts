/** Calls under unknown names: our agents read them by their content, and strict agents refuse them. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { joined } from "./wild/plain-league.js";
import { type Body, bodyOf } from "./wild/wild-player.js";

async function playerThat(strict: boolean) {
  const { platform, close } = await joined({ auth_token: "token-of-P01".padEnd(32, "0") }, { strict });
  const ask = async (method: string, params: Body) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const sent = platform.network.send({ url: urlOf(8101), body, signal: new AbortController().signal });
    return bodyOf(JSON.parse((await platform.clock.run(sent)).body));
  };
  return { ask, close };
}

const match = { bearing: "M7", me: "P01" };

it("an invitation, a call for a choice and a result are distinguished by their members", async () => {
  const { ask, close } = await playerThat(false);
  const invited = bodyOf((await ask("alpha", { ...match, foe: "rival", seat: "left" })).result);
  expect([invited.message_type, invited.bearing, invited.accepted]).toEqual(["GAME_JOIN_ACK", "M7", true]);
  const chosen = bodyOf((await ask("beta", match)).result);
  expect([chosen.choice, chosen.bearing]).toEqual(["odd", "M7"]);
  const over = bodyOf((await ask("gamma", { ...match, winner: "P01", drawn_number: 3 })).result);
  expect(over.message_type).toBe("GAME_OVER_ACK");
  await close();
});

it("a message with an envelope under an unknown name is read, with its token checked, and answered in its spelling", async () => {
  const { ask, close } = await playerThat(false);
  const envelope = { protocol: "league.v2", sender: "referee:REF01", conversationId: "conv-7" };
  const params = { ...envelope, matchId: "M7", opponentId: "rival", roleInMatch: "left" };
  const invited = bodyOf((await ask("proposeMatch", params)).result);
  expect([invited.matchId, invited.conversationId, invited.accept]).toEqual(["M7", "conv-7", true]);
  await close();
});

it.each([
  ["a strict player", true, "alpha", { ...match, foe: "rival", seat: "left" }],
  [
    "a player that is sent a fault under a name of the documents",
    false,
    "handle_game_invitation",
    { protocol: "league.v2", sender: "referee:REF01", ...match },
  ],
  ["a player without a match in the message", false, "alpha", { foe: "rival" }],
])("%s refuses it", async (_, strict, method, params) => {
  const { ask, close } = await playerThat(strict);
  expect((await ask(method, params)).error).toBeDefined();
  await close();
});
