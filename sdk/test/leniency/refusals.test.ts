/** The errors of strict agents: they name what is expected, and `strict` as the reason. */
import { expect, it } from "vitest";
import { createLeagueManager, createPlayer } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { registers } from "../wire/wild/player-messages.js";
import { wildReferees } from "../wire/wild/referees.js";
import { WildReferee } from "../wire/wild/wild-referee.js";
import { type Asked, ask, askPlayer, rpc } from "./ask.js";
import { inOne, invitation, question } from "./messages.js";

const applicant = { name: "own", url: urlOf(8101), choice: "even", id: "own", token: "" } as const;

/** The error of a strict league manager. */
async function refusal(asked: Asked): Promise<unknown> {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict: true }), 8000);
  const { said } = await ask(platform, 8000, asked);
  await manager.close();
  return said.error;
}

it("a name of no document is an unknown method, with the documents' name", async () => {
  const error_description = expect.stringMatching(
    /expected LEAGUE_REGISTER_REQUEST as "register_player", but received "please_register_me".*`strict`/,
  );
  expect(await refusal(rpc("please_register_me", registers(applicant)))).toMatchObject({
    ...{ code: -32601, data: { error_description } },
  });
});

it("a member that no form completes is named", async () => {
  const { conversation_id: _, ...message } = registers(applicant);
  const error_description = expect.stringMatching(/conversation_id is missing.*`strict`/);
  expect(await refusal(rpc("league_register_request", message))).toMatchObject({
    data: { error_description },
  });
});

it.each([
  ["/league_id", inOne(invitation({ league_id: undefined }))],
  ["/round_id", inOne(invitation({ round_id: undefined }))],
  ["/deadline", inOne(question({ deadline: undefined }))],
])("a player names the missing %s", async (pointer, asked) => {
  const { answers } = await askPlayer(true, [inOne(invitation()), asked]);
  const error_description = expect.stringMatching(/is missing.*`strict`/);
  expect(answers.at(-1)?.said.error).toMatchObject({
    data: { error_description, violations: [expect.objectContaining({ pointer })] },
  });
});

it("the name of the protocol is no version", async () => {
  const { player_meta, ...rest } = registers(applicant);
  const named = { ...Object(player_meta), protocol_version: "league.v2" };
  const error_description = expect.stringMatching(/needs at least 2\.0\.0.*`strict`/);
  expect(await refusal(rpc("register_player", { ...rest, player_meta: named }))).toMatchObject({
    ...{ code: -32018, data: { error_description } },
  });
});

it("a manager logs that it starts a match by no other message", async () => {
  const warnings: string[] = [];
  const platform = new SimulatedPlatform({
    log: (_agent, { level, message }) => void (level === "warn" && warnings.push(message)),
  });
  const league = urlOf(8000);
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict: true }), 8000);
  const habits = wildReferees.find(({ name }) => name === "assign-match");
  if (habits === undefined) throw new Error("there is no such referee");
  const self = { name: "scripted", url: urlOf(8001), id: "REF01", directory: new Map<string, string>() };
  const referee = new WildReferee(habits, self, platform.network, league);
  platform.network.attach(self.url, referee.handle);
  const players = [8101, 8102].map((port) =>
    platform.connect(createPlayer({ displayName: `p${port}`, choose: () => "even" }), port, league),
  );
  await referee.register();
  await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  expect(warnings).toContain("REF01 has not taken run_match: `strict` starts a match by no other message");
  expect(referee.started).toEqual([]);
});
