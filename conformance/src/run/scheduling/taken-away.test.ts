/** Interventions of the suite in an instance do not count against the agent. */
import { expect, test } from "vitest";
import { own, tryPlayer, verdicts } from "../../../test/in-memory-run.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";

async function joins({ league, player, expect }: PlayerFixture): Promise<void> {
  expect((await league.invite(player)).joined.result.accept).is(true);
}

/** Gives the run time for repetitions. */
const roomy = own("third-is-roomy", joins, { steps: [600_000] });

test("a check whose instance the suite ends is repeated, and judged by the repetition", async () => {
  let times = 0;
  const { report, events } = await tryPlayer({
    checks: [
      own("once", async (fixture) => {
        times += 1;
        if (times === 1) await fixture.player.instance.stop();
        await joins(fixture);
      }),
      own("always", async (fixture) => {
        await fixture.player.instance.stop();
        await joins(fixture);
      }),
    ],
  });
  expect(verdicts(report)).toEqual({ once: "pass", always: "inconclusive" });
  const [, always] = report.checks;
  expect(always?.diagnosis).toBe("the suite ended this instance before the check was over");
  const notes = events.flatMap((event) => (event.type === "note" ? [event.text] : []));
  expect(notes.filter((text) => text.includes("repeated"))).toEqual([
    expect.stringMatching(/^not decided at first, so repeated one by one: \S*always, \S*once$/),
  ]);
});

const shares = "an invitation after a long wait";

test.each([
  ["is made again, and blames the agent in none of its checks", 1, 70_000, "pass"],
  ["and never comes to its end, is inconclusive in all of its checks", 9, 1_000, "inconclusive"],
])("an observation whose instance the suite ends %s", async (_what, slow, limit, verdict) => {
  let times = 0;
  const observes = async (fixture: PlayerFixture) => {
    const { joined } = await fixture.observe(shares, async () => {
      times += 1;
      // Too long for the check that makes it: it is given up, and its instance is ended.
      if (times <= slow) await fixture.pause(60_000);
      return fixture.league.invite(fixture.player);
    });
    fixture.expect(joined.result.accept, "accept").is(true);
  };
  const { report } = await tryPlayer({
    checks: [
      own("first-makes", observes, { shares, steps: [1_000] }),
      own("second-observes", observes, { shares, steps: [limit] }),
      roomy,
    ],
  });
  const expected = { "first-makes": verdict, "second-observes": verdict, "third-is-roomy": "pass" };
  expect(verdicts(report)).toEqual(expected);
});

test("a check that ends the agent leaves its instance to no other, even when the agent still answers", async () => {
  const instances = new Set<unknown>();
  const joinsAtTheEnd = async (fixture: PlayerFixture) => {
    instances.add(fixture.player.instance);
    await joins(fixture);
  };
  const ending = { needs: { last: true } } as const;
  const { report } = await tryPlayer({
    checks: [
      own("first", joinsAtTheEnd, { id: "player/end/first", ...ending }),
      own("second", joinsAtTheEnd, { id: "player/end/second", ...ending }),
    ],
  });
  expect(verdicts(report)).toEqual({ first: "pass", second: "pass" });
  expect(instances.size).toBe(2);
});
