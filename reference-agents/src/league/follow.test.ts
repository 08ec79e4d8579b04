import type { LeagueEvent } from "@league-v2/sdk";
import { MemoryStore } from "@league-v2/sdk/store";
import { expect, it } from "vitest";
import { enrol, rounds, won } from "../../../sdk/src/testing/contract-tests/samples.js";
import { follow, followOthers, replay } from "./follow.js";

async function begun() {
  const store = new MemoryStore();
  await enrol(store, ["P01", "P02", "P03", "REF01"]);
  await store.begin(() => ({ rounds }));
  const [match] = (await store.schedule()).flatMap(({ matches }) => matches);
  const { match_id = "", player_A_id: winner = "", player_B_id: loser = "" } = match ?? {};
  const recorded = { ...won, match_id, winner, score: { [winner]: 3, [loser]: 0 }, choices: {} };
  return { store, recorded };
}

function following(store: MemoryStore) {
  const emitted: LeagueEvent["type"][] = [];
  const following = follow("league_1", [(event) => void emitted.push(event.type)]);
  return { emitted, target: { store, ...following } };
}

it("emits the state of a running league from its store, once", async () => {
  const { store, recorded } = await begun();
  await store.record(recorded);
  await store.completeRound(1);
  const { emitted, target } = following(store);
  await replay(target);
  await replay(target);
  expect(emitted).toEqual(["league_resumed", "result_recorded"]);
  expect(target.projection.result(recorded.match_id)).toEqual(recorded);
  expect(target.projection.roundStatus(1)).toBe("COMPLETED");
  expect(target.projection.standings[0]).toMatchObject({ player_id: recorded.winner, points: 3 });
  expect(target.projection.members).toHaveLength(4);
});

it("emits the members of a league that has not begun", async () => {
  const store = new MemoryStore();
  await enrol(store, ["P01"]);
  const { emitted, target } = following(store);
  await replay(target);
  expect(emitted).toEqual(["member_registered"]);
});

it("emits the results of another manager, each once", async () => {
  const { store, recorded } = await begun();
  const { emitted, target } = following(store);
  await replay(target);
  const end = followOthers(target);
  await store.record(recorded);
  await store.result(recorded.match_id);
  target.onEvent({ type: "result_recorded", result: recorded });
  expect(emitted).toEqual(["league_resumed", "result_recorded"]);
  end();
});
