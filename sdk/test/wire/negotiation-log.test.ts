/** The log of a negotiation: one line about its outcome; each attempt only at the level debug. */
import { expect, it } from "vitest";
import { createLeagueManager, createReferee, type LogEntry } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { canonicalForm } from "../forms/canonical-form.js";
import { FormPlayer } from "../forms/form-player.js";
import { joined } from "./wild/plain-league.js";

const league = urlOf(8000);
/** The log of the league manager (8000) or the referee (8001) in a league of two players that register canonically and are called otherwise. */
async function logOf(port: 8000 | 8001, names: "own" | "type"): Promise<readonly LogEntry[]> {
  const lines: LogEntry[] = [];
  const log = (endpoint: string, entry: LogEntry) => {
    if (endpoint === urlOf(port)) lines.push(entry);
  };
  const platform = new SimulatedPlatform({ log });
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(referee.registered);
  const methods = { GAME_INVITATION: "a", CHOOSE_PARITY_CALL: "b", GAME_OVER: "c" };
  for (const index of [0, 1]) {
    const form = { ...canonicalForm, names, methods: names === "own" ? methods : {} };
    const player = new FormPlayer(form, `form-${index}`, urlOf(8101 + index));
    platform.network.attach(player.url, player.server.handler);
    await platform.clock.run(player.register(platform.network, league, true));
  }
  await platform.clock.run(manager.ended);
  await Promise.all([manager.close(), referee.close()]);
  return lines;
}

const toPlayer = ({ message }: LogEntry) => message.includes(urlOf(8101));
const isOf = (level: LogEntry["level"]) => (entry: LogEntry) => entry.level === level && toPlayer(entry);

it("a form that is found is logged in one line, and the failed attempts are no warnings", async () => {
  const lines = await logOf(8000, "type");
  const outcomes = lines.filter(({ message }) => message.includes("is answered in the form"));
  expect(outcomes.filter(isOf("info")).map(({ message }) => message.match(/^\w+|"[^"]+"/g))).toEqual([
    ["ROUND_ANNOUNCEMENT", '"type-as-method"'],
  ]);
  expect(lines.filter(isOf("warn"))).toEqual([]);
});

it("a form that is not found is logged as one warning for each message", async () => {
  const lines = await logOf(8001, "own");
  const outcomes = lines.filter(({ message }) => message.includes("is not answered in any form"));
  expect(outcomes.filter(isOf("warn")).map(({ message }) => message.split(" ")[0])).toEqual([
    "GAME_INVITATION",
    "GAME_OVER",
  ]);
});

it.each([
  ["read in another form", {}, []],
  ["refused", { auth_token: "t".repeat(32), league_id: "L1", reason: null }, ["notify_round_completed"]],
])("a request that is %s is logged as refused only if it is refused", async (_what, given, refused) => {
  const lines: LogEntry[] = [];
  const logged = new SimulatedPlatform({ log: (_agent, entry) => void lines.push(entry) });
  const { platform, manager, close } = await joined(given, {}, logged);
  const [player] = manager.players;
  if (player === undefined) throw new Error("the player should have registered");
  const notice = { round_id: 1, matches_completed: 1 };
  await platform.clock.run(manager.tell(player, "ROUND_COMPLETED", notice));
  await close();
  const reported = lines.map(({ message }) => message).filter((message) => message.includes("refused"));
  expect(reported.map((message) => message.split(" ")[0])).toEqual(refused);
});
