import { it } from "vitest";
import { createLeagueManager, createPlayer, createReferee } from "../../gateway/agents.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { wildPlayers } from "./players.js";
import { WildPlayer } from "./wild-player.js";
const league = urlOf(8000);
it("debug", async () => {
  const name = process.env.WHO ?? "own-types";
  const habits = [...wildPlayers].find((one) => one.name === name)!;
  const platform = new SimulatedPlatform({ log: (agent, entry) => console.log("LOG", agent, entry.level, entry.message) });
  const send = platform.network.send.bind(platform.network);
  platform.network.send = async (request) => {
    const t = platform.clock.now() - 1735689600000;
    const reply = await send(request).catch((e: unknown) => { console.log(t, request.url, request.body.slice(0, 300), "!!", String(e)); throw e; });
    if (/810[12]/.test(request.url) || process.env.ALL) console.log(t, request.url.slice(16), (request.body.replace(/"(timestamp|conversation_id|auth_token|protocol|league_id|game_type)":"[^"]*",?/g, "").slice(0, 400)), "=>", reply.status, reply.body.slice(0, 300));
    return reply;
  };
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const running = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(running.registered);
  const player = new WildPlayer(habits, { name: "x", url: urlOf(8101), choice: "even" }, "P01");
  platform.network.attach(player.me.url, player.handle);
  await player.register(platform.network, league);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8190, league);
  await platform.clock.run(ours.registered);
  await platform.clock.run(manager.ended);
  console.log(player.understood);
});
