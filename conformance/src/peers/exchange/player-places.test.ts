/** The few addresses of a referee's configured players: no two matches use the same one at the same time. */
import { expect, test } from "vitest";
import { SimulatedClock } from "../../sdk.js";
import { type HeldPair, PlayerPlaces } from "./player-places.js";

const MS = 1_000;
const clock = new SimulatedClock();
const placesOf = () => new PlayerPlaces([8101, 8102, 8103]);
const names = (held: HeldPair | undefined) => held?.pair.map(({ id, port }) => `${id} ${port}`);

test("P01 is at the first port, P02 at the next one; two requested players have the requested order", async () => {
  expect(placesOf().matches).toBe(1);
  expect(names(await placesOf().take(clock, MS))).toEqual(["P01 8101", "P02 8102"]);
  expect(names(await placesOf().take(clock, MS, ["P03", "P01"]))).toEqual(["P03 8103", "P01 8101"]);
});

test("a request for places waits while too few are free, and gets none after its time", async () => {
  const places = placesOf();
  const first = await places.take(clock, MS);
  expect(await clock.run(places.take(clock, MS))).toBeUndefined();
  const second = places.take(clock, MS);
  first?.giveBack();
  expect(names(await second)).toEqual(["P01 8101", "P02 8102"]);
});
