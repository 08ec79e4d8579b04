/** Services with conventions of other web frameworks in leagues with our agents, all at their defaults. */
import { expect, it } from "vitest";
import { actionPlayer, callbackPlayer, dataPlayer, wordsPlayer } from "./other-service-players.js";
import { classReferee, resourceReferee } from "./other-service-referees.js";
import type { ServicePlayer, ServiceReferee } from "./service.js";
import { playServices } from "./service-league.js";

const players: readonly (() => ServicePlayer)[] = [
  ...[() => dataPlayer, () => wordsPlayer, () => actionPlayer, callbackPlayer],
];
const referees: readonly ServiceReferee[] = [resourceReferee, classReferee];

it.each(players.map((player) => [player().name, player] as const))(
  "two players %s play with their own choices",
  async (_name, player) => {
    const { noted, failures, results, records, ids } = await playServices([player(), player()]);
    expect(failures).toEqual([]);
    expect(noted.toSorted()).toEqual([...new Set(noted)].toSorted());
    expect(noted.filter((one) => one.startsWith("result"))).toHaveLength(4);
    expect(results.map(({ status }) => status)).not.toContain("TECHNICAL_LOSS");
    const choices = Object.assign({}, ...records.map(({ outcome }) => outcome.choices));
    expect(["service-0", "service-1"].map((name) => choices[String(ids.get(name))])).toEqual(["odd", "even"]);
  },
);

it.each(referees.map((referee) => [referee.name, referee] as const))(
  "a referee %s plays each match once with our players",
  async (_name, referee) => {
    const { noted, failures, results, points } = await playServices([], referee);
    expect(failures).toEqual([]);
    expect(noted.filter((one) => one.startsWith("start"))).toHaveLength(3);
    expect(noted).toHaveLength(3);
    expect(results.map(({ status }) => status)).not.toContain("TECHNICAL_LOSS");
    // The number is 4: the two that choose "even" beat the one that chooses "odd", and draw with each other.
    expect(Object.values(points).toSorted()).toEqual([0, 4, 4]);
  },
);
