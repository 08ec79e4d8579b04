import { type LeagueEvent, MemoryStore } from "@league-v2/sdk";
import { expect, it } from "vitest";
import { calendarOf, enterInto, player, referee, result } from "../store/store-samples.fixture.js";
import { follow } from "./follow.js";
import { followOthers, replay } from "./follow-store.js";

async function begun() {
  const store = new MemoryStore();
  await enterInto(store, player("P01"), player("P02"), player("P03"), referee("REF01"));
  await store.begin((members) => ({ rounds: calendarOf(members) }));
  const [match] = (await store.schedule()).flatMap(({ matches }) => matches);
  const { match_id = "", player_A_id: winner = "", player_B_id: loser = "" } = match ?? {};
  const recorded = result({ match_id, winner, score: { [winner]: 3, [loser]: 0 }, choices: {} });
  return { store, recorded };
}

function following(store: MemoryStore) {
  const told: LeagueEvent["type"][] = [];
  const story = follow("league_1", [(event) => void told.push(event.type)]);
  return { told, teller: { store, ...story } };
}

it("tells a league that has begun from its store, once", async () => {
  const { store, recorded } = await begun();
  await store.record(recorded);
  await store.completeRound(1);
  const { told, teller } = following(store);
  await replay(teller);
  await replay(teller);
  expect(told).toEqual(["league_resumed", "result_recorded"]);
  expect(teller.chronicle.result(recorded.match_id)).toEqual(recorded);
  expect(teller.chronicle.roundStatus(1)).toBe("COMPLETED");
  expect(teller.chronicle.standings[0]).toMatchObject({ player_id: recorded.winner, points: 3 });
  expect(teller.chronicle.members).toHaveLength(4);
});

it("tells of those who have registered with a league that has not begun", async () => {
  const store = new MemoryStore();
  await enterInto(store, player("P01"));
  const { told, teller } = following(store);
  await replay(teller);
  expect(told).toEqual(["member_registered"]);
});

it("tells of what another manager records, and of nothing that is known", async () => {
  const { store, recorded } = await begun();
  const { told, teller } = following(store);
  await replay(teller);
  const end = followOthers(teller);
  await store.record(recorded);
  await store.result(recorded.match_id);
  teller.onEvent({ type: "result_recorded", result: recorded });
  expect(told).toEqual(["league_resumed", "result_recorded"]);
  end();
});
