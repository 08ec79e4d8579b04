/** Invitations with other roles than the documents' two. */
import { expect, it } from "vitest";
import { createLeagueManager, createPlayer } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { rpc } from "./player-messages.js";
import { type Body, bodyOf } from "./wild-player.js";

const league = urlOf(8000);

const invitation = (members: Body): Body => ({
  ...{ protocol: "league.v2", message_type: "GAME_INVITATION", sender: "referee:REF01" },
  ...{ timestamp: "2025-12-20T10:00:00.000Z", conversation_id: "conv-1", auth_token: "own" },
  ...{ league_id: "spring", round_id: 1, match_id: "R1M1", game_type: "even_odd", opponent_id: "P02" },
  ...members,
});

async function answerTo(request: Body, strict: boolean) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const ours = platform.connect(
    createPlayer({ displayName: "ours", choose: () => "odd", strict }),
    8101,
    league,
  );
  await platform.clock.run(ours.registered);
  const { signal } = new AbortController();
  const body = JSON.stringify(request);
  const reply = await platform.clock.run(platform.network.send({ url: urlOf(8101), body, signal }));
  await Promise.all([manager.close(), ours.close()]);
  return bodyOf(JSON.parse(reply.body));
}

const isAccepted = async (request: Body, strict = false) => {
  const { result } = await answerTo(request, strict);
  return bodyOf(result).accept === true;
};

it.each([{ role_in_match: "odd" }, { role_in_match: "EVEN" }, { role: "even" }, { assigned_role: "odd" }])(
  "a player accepts an invitation of another form with %o",
  async (role) => {
    expect(await isAccepted(rpc("handle_message", { message: invitation(role) }))).toBe(true);
    expect(await isAccepted(rpc("game_invite", invitation(role)))).toBe(true);
  },
);

it("a player refuses a parity as a role in a canonical invitation, and in strict mode in any", async () => {
  const role = { role_in_match: "odd" };
  expect(await isAccepted(rpc("handle_game_invitation", invitation(role)))).toBe(false);
  expect(await isAccepted(rpc("handle_message", { message: invitation(role) }), true)).toBe(false);
});
