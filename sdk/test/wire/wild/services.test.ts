/** Services as players and as referees of our league, all at its defaults: each plays, once, and the standings are right. */
import { expect, it } from "vitest";
import { type Played, playServices } from "./service-league.js";
import { services } from "./services.js";

/** All choices count; without a technical loss, each of three matches gives two or three points. */
function mustBeSound({ noted, failures, results, points, ids }: Played, names: readonly string[]): void {
  expect(failures).toEqual([]);
  expect(noted.toSorted()).toEqual([...new Set(noted)].toSorted());
  for (const name of names)
    for (const what of ["invitation", "choice", "result"])
      expect([name, what, noted.filter((one) => one.startsWith(what) && one.endsWith(name)).length]).toEqual([
        ...[name, what, 2],
      ]);
  expect(results.map(({ status }) => status)).not.toContain("TECHNICAL_LOSS");
  expect(results).toHaveLength(3);
  const ofResults = new Map([...ids.values()].map((id) => [String(id), 0]));
  for (const { score } of results)
    for (const [id, won] of Object.entries(score)) ofResults.set(id, (ofResults.get(id) ?? 0) + won);
  expect(points).toEqual(Object.fromEntries(ofResults));
}

const named = services.map((one) => [one.name, one] as const);
const both = ["service-0", "service-1"];

it.each(named)("two players %s play with their own choices", async (_name, { player }) => {
  const played = await playServices([player, player]);
  mustBeSound(played, both);
  const choices = Object.assign({}, ...played.records.map(({ outcome }) => outcome.choices));
  expect(both.map((name) => choices[String(played.ids.get(name))])).toEqual(["odd", "even"]);
});

it.each(named)("a referee %s plays each match once with our players", async (_name, { referee }) => {
  const played = await playServices([], referee);
  mustBeSound(played, []);
  expect(new Set(played.noted).size).toBe(3);
  // The number is 4: the two that choose "even" beat the one that chooses "odd", and draw with each other.
  expect(Object.values(played.points).toSorted()).toEqual([0, 4, 4]);
});

it.each(named)("players and a referee %s play one league", async (_name, { player, referee }) => {
  mustBeSound(await playServices([player, player], referee), both);
});

it("players of all kinds play with each other", async () => {
  for (const [index, { player }] of services.entries())
    mustBeSound(await playServices([player, (services[index + 1] ?? services[0])?.player ?? player]), both);
});
