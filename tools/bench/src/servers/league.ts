/** An agent of the SDK as its user writes it: request and reply are validated, the envelope is filled in. */
import { createAgent, partialHandlers } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { playerId, token } from "./exchange.ts";
import { underTest } from "./program.ts";

const agent = createAgent("player", `player:${playerId}`, ({ senderIdentity }) => {
  senderIdentity.become(`player:${playerId}`, token);
  return partialHandlers("player", {
    notify_match_result: (result, context) =>
      context.reply(result, { player_id: playerId, status: "ACKNOWLEDGED" }),
  });
});

await underTest(async () => {
  const { url } = await serve(agent);
  return Number(new URL(url).port);
});
