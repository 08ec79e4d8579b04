/** Our players and our referee in leagues with paths of their own, all at their defaults. */
import { expect, it } from "vitest";
import { createPlayer, createReferee, type PlayedMatch } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { handlerOf, playAs, postOver, type Self, type ServiceReferee } from "./service.js";
import {
  type Entrant,
  pathsLeague,
  type Reported,
  resourcesLeague,
  type ServiceLeague,
} from "./service-leagues.js";

const origin = (port: number) => new URL(urlOf(port)).origin;

/** Three players of ours and one match each with each other, refereed by the league's own referee or by ours. */
async function playLeague(habits: ServiceLeague, isOurReferee: boolean) {
  const platform = new SimulatedPlatform();
  const post = postOver(platform.network);
  const entered: Record<"player" | "referee", Entrant[]> = { player: [], referee: [] };
  const reports: Reported[] = [];
  const played: PlayedMatch[] = [];
  const enter = (role: "player" | "referee", name: string, url: string) => {
    const id = entered[role].length + 1;
    entered[role].push({ id, name, url });
    return id;
  };
  platform.network.attach(
    origin(8000),
    handlerOf((call) => habits.answer(call, enter, (report) => void reports.push(report))),
  );
  const running = [];
  for (const [index, choice] of (["even", "odd", "even"] as const).entries()) {
    const onMatch = (match: PlayedMatch) => void played.push(match);
    const player = createPlayer({ displayName: `ours-${index}`, choose: () => choice, onMatch });
    running.push(platform.connect(player, 8101 + index, urlOf(8000)));
  }
  if (isOurReferee)
    running.push(platform.connect(createReferee({ displayName: "Solomon" }), 8001, urlOf(8000)));
  try {
    await platform.clock.run(Promise.all(running.map((one) => one.registered)));
    const [a, b, c] = entered.player as [Entrant, Entrant, Entrant];
    const pairs = [
      [a, b],
      [a, c],
      [b, c],
    ] as const;
    for (const [index, sides] of pairs.entries()) {
      for (const player of entered.player) {
        const notice = habits.round(player, index + 1);
        if (notice !== undefined) await platform.clock.run(post(notice.url, notice.body));
      }
      const match = habits.matchId(index + 1, 1);
      const [referee] = entered.referee;
      if (referee === undefined) {
        const self: Self = { name: "judge", base: origin(8000), id: "R", choice: "even" };
        const judge = habits.referee as ServiceReferee;
        const report = async ({ winner, number }: Reported) => {
          reports.push({ match, winner, number });
          return { status: 200 };
        };
        const game = { match, round: index + 1, sides: [sides[0], sides[1]] as const };
        await platform.clock.run(playAs({ ...judge, report }, game, self, urlOf(8000), post));
      } else {
        const { url, body } = habits.order(referee, match, index + 1, sides);
        const { status } = await platform.clock.run(post(url, body));
        expect(status).toBeLessThan(300);
        await platform.clock.advance(60_000);
      }
    }
    const ended = await Promise.all(
      entered.player.map(async (player) => {
        const { url, body } = habits.end(player, [{ player_id: 1, points: 3 }]);
        return (await platform.clock.run(post(url, body))).status;
      }),
    );
    return { entered, reports, played, ended, pairs };
  } finally {
    await platform.clock.run(Promise.all(running.map((one) => one.close())));
  }
}

const leagues = [pathsLeague, resourcesLeague].map((one) => [one.name, one] as const);

it.each(leagues)("our players play the matches of the referee in the league %s", async (_name, habits) => {
  const { entered, reports, played, ended } = await playLeague(habits, false);
  expect(entered.player).toHaveLength(3);
  expect(reports.map(({ match }) => match)).toEqual([1, 2, 3].map((round) => habits.matchId(round, 1)));
  expect(played).toHaveLength(6);
  expect(ended).toEqual([200, 200, 200]);
});

it.each(leagues)("our referee plays each match of the league %s once", async (_name, habits) => {
  const { entered, reports, played } = await playLeague(habits, true);
  expect(entered.referee).toHaveLength(1);
  expect(reports.map(({ match }) => match)).toEqual([1, 2, 3].map((round) => habits.matchId(round, 1)));
  for (const { winner, number } of reports) {
    expect(number).toBeGreaterThanOrEqual(1);
    expect([null, 1, 2, 3]).toContain(winner);
  }
  expect(played).toHaveLength(6);
});
