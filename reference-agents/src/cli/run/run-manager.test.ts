import { createLeagueManager, createPlayer, createReferee, systemClock } from "@league-v2/sdk";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import { expect, it } from "vitest";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { startHere } from "../cli-context.fixture.js";
import { openSavedLeague } from "./league-store.js";

/** Ports on which no agent listens when the league is continued. */
const [MANAGER, REFEREE, ...PLAYERS] = [1, 2, 3, 4];

/** A saved league whose only referee has ended before the first match; in simulated time, as its manager waits long. */
async function unplayedLeague(): Promise<string> {
  const folder = newFolder();
  const platform = new SimulatedPlatform();
  const saved = await openSavedLeague({
    place: undefined,
    leagueId: undefined,
    folder,
    clock: platform.clock,
    onConnectionError: expect.fail,
    onDamage: expect.fail,
  });
  const { store, league_id: leagueId } = saved;
  const manager = platform.connect(
    createLeagueManager({ leagueId, players: PLAYERS.length, referees: 1, store }),
    MANAGER,
  );
  const referee = platform.connect(createReferee({ displayName: "R" }), REFEREE, urlOf(MANAGER));
  await platform.clock.run(referee.registered);
  await referee.close();
  const players = PLAYERS.map((port) =>
    platform.connect(createPlayer({ displayName: `P${port}`, choose: () => "even" }), port, urlOf(MANAGER)),
  );
  await platform.clock.run(manager.ended);
  // The agents have ended: another manager is said to shut them down.
  const now = systemClock.now();
  await store.lease("shutdown", "another", { now, until: now + 60_000 });
  await platform.clock.run(Promise.all([...players, manager].map((agent) => agent.close())));
  await saved.close();
  return folder;
}

it("a league manager ends with 1 when no referee has reported a result", async () => {
  const folder = await unplayedLeague();
  const { code, stderr } = await startHere(`manager --port 0 --players 2 --referees 1 --data ${folder}`)
    .ended;
  expect(stderr).toContain("league manager of");
  expect(code).toBe(1);
});
