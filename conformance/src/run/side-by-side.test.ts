/** A referee that runs already is given several of the matches that take long at once, if it really plays several at once. */
import { createReferee } from "@league-v2/sdk";
import { expect, test } from "vitest";
import { runningAlready } from "../../test/running-already.js";
import { announcesTwo } from "../checks/referee/_variants.js";
import { loadChecks } from "../checks/registry.js";
import { loadProfile } from "../profiles/load.js";
import { simulatedStage } from "../stage/simulated-stage.js";
import { inProcessSubject, type Surgery } from "../subject/in-process-subject.js";
import { run } from "./run.js";

const checks = (await loadChecks()).filter(({ side, check }) => side === "referee" && check.patient === true);

/** All checks that mostly wait, against one referee that runs so many matches at once. */
async function tried(maxConcurrentMatches: number, surgery?: Surgery) {
  const stage = simulatedStage(1);
  const inner = inProcessSubject(stage, {
    label: "referee",
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches }),
    ...(surgery === undefined ? {} : { surgery }),
  });
  const report = await run({
    role: "referee",
    stage,
    subject: runningAlready(inner, await stage.freePort()),
    checks,
    seed: 1,
    lanes: 1,
    profile: loadProfile("canonical"),
    trusted: true,
    leaguePort: 8_000,
    onEvent: () => {},
  });
  return {
    verdicts: [...new Set(report.checks.map(({ verdict }) => verdict))],
    took_ms: report.duration_ms,
    report,
  };
}

test("the more matches it runs at once, the sooner the run is over", async () => {
  const one = await tried(1);
  const four = await tried(4);
  expect([one.verdicts, four.verdicts]).toEqual([["pass"], ["pass"]]);
  expect(four.took_ms).toBeLessThan(one.took_ms / 2);
});

test("one that announces two and plays one after the other is asked one thing after the other", async () => {
  const two = await tried(2);
  const liar = await tried(1, announcesTwo);
  expect(liar.verdicts).toEqual(["pass"]);
  expect(liar.took_ms).toBeGreaterThan(1.5 * two.took_ms);
});

test("each check has the transcript of its own matches, and of no others", async () => {
  const { report } = await tried(4);
  const rounds = report.checks.map(
    ({ transcript }) => new Set(JSON.stringify(transcript).match(/"R\d+M1"/g)),
  );
  for (const [index, own] of rounds.entries()) {
    expect(own.size, report.checks[index]?.id).toBeGreaterThan(0);
  }
  const shared = checks.filter(({ check }) => check.shares !== undefined).map(({ check }) => check.id);
  const all = report.checks.flatMap(({ id }, index) =>
    shared.includes(id) ? [] : [...(rounds[index] ?? [])],
  );
  expect(all.length).toBe(new Set(all).size);
});
