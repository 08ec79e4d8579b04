import { it } from "vitest";
import { createPlayer, createReferee } from "../../gateway/agents.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { wildLeagues } from "./leagues.js";
import { WildLeague } from "./wild-league.js";
const league = urlOf(8000);
it("debug", async () => {
  const habits = wildLeagues.find((one) => one.name === process.env.WHO)!;
  const platform = new SimulatedPlatform({ log: (agent, entry) => console.log("LOG", agent, entry.level, entry.message) });
  const send = platform.network.send.bind(platform.network);
  platform.network.send = async (request) => {
    const t = platform.clock.now() - 1735689600000;
    const reply = await send(request).catch((e: unknown) => { console.log(t, request.url, request.body.slice(0, 300), "!!", String(e)); throw e; });
    console.log(t, request.url.slice(16), request.body.replace(/"(timestamp|conversation_id|auth_token|protocol|league_id|game_type)":"[^"]*",?/g, "").slice(0, 500), "=>", reply.status, reply.body.slice(0, 300));
    return reply;
  };
  const manager = new WildLeague(habits, platform.network);
  platform.network.attach(league, manager.handle);
  const player = platform.connect(createPlayer({ displayName: "p", choose: () => "even" }), 8101, league);
  await platform.clock.run(player.registered).catch(() => {});
  const referee = platform.connect(createReferee({ displayName: "r" }), 8001, league);
  await platform.clock.run(referee.registered).catch(() => {});
});
