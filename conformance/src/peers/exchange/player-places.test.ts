/** The few addresses of a referee's configured players: no two matches use the same one at the same time. */
import { expect, test } from "vitest";
import { type Pair, PlayerPlaces } from "./player-places.js";

const PORTS = [8101, 8102, 8103];
const names = (pair: Pair | undefined) => pair?.map(({ id, port }) => `${id} ${port}`);

test("P01 is at the first port, P02 at the next one", async () => {
  const places = new PlayerPlaces(PORTS);
  expect(places.matches).toBe(1);
  expect(names(await places.take(undefined).taken)).toEqual(["P01 8101", "P02 8102"]);
});

test("a request for places waits while too few are free", async () => {
  const places = new PlayerPlaces(PORTS);
  const first = await places.take(undefined).taken;
  let second: Pair | undefined;
  const waiting = places.take(undefined).taken.then((pair) => {
    second = pair;
  });
  await Promise.resolve();
  expect(second).toBeUndefined();
  places.give(first);
  await waiting;
  expect(names(second)).toEqual(["P01 8101", "P02 8102"]);
});

test("two requested players are returned in the requested order", async () => {
  const places = new PlayerPlaces(PORTS);
  expect(names(await places.take(["P03", "P01"]).taken)).toEqual(["P03 8103", "P01 8101"]);
});

test("a cancelled request gets no places", async () => {
  const places = new PlayerPlaces(PORTS);
  const first = await places.take(undefined).taken;
  places.take(undefined).giveUp();
  const last = places.take(undefined);
  places.give(first);
  expect(names(await last.taken)).toEqual(["P01 8101", "P02 8102"]);
});
