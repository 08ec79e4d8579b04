/** Runs of a few checks on the reference player, on simulated time. */

import { type RegisteredCheck, register } from "../src/checks/registry.js";
import { simulatedEnvironment } from "../src/environment/simulated-environment.js";
import type { PlayerFixture } from "../src/fixtures/player-fixture.js";
import { loadProfile } from "../src/profiles/load.js";
import { run } from "../src/run/run.js";
import type { RunOptions } from "../src/run/run-options.js";
import { type FaultInjection, inProcessSubject } from "../src/subject/in-process-subject.js";
import { referenceAgent } from "../src/subject/reference-agent.js";
import type { Check, Report, RunEvent } from "../src/types.js";
import { testChecks } from "./checks/registered.js";

interface Trial {
  checks?: readonly RegisteredCheck[];
  inject?: FaultInjection;
  options?: Partial<RunOptions>;
}

/** A run on the reference player; default: of the checks in the test folder. */
export async function tryPlayer({
  checks,
  inject,
  options = {},
}: Trial = {}): Promise<{ report: Report; events: RunEvent[] }> {
  const environment = simulatedEnvironment(1);
  const events: RunEvent[] = [];
  const subject = inProcessSubject(environment, {
    label: "player",
    agent: referenceAgent("player"),
    ...(inject === undefined ? {} : { inject }),
  });
  const report = await run({
    role: "player",
    environment,
    subject,
    checks: checks ?? (await testChecks()),
    seed: 1,
    profile: loadProfile("canonical"),
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { report, events };
}

/** A check that a test defines. */
export function own(
  name: string,
  run: Check<PlayerFixture>["run"],
  more: Partial<Check<PlayerFixture>> = {},
): RegisteredCheck {
  return register<PlayerFixture>(
    {
      id: `player/own/${name}`,
      title: name,
      decides: ["PLY-JOIN-01"],
      steps: [10_000],
      run,
      ...more,
    },
    "test",
  );
}

/** The verdicts by the last part of the check's id. */
export const verdicts = ({ checks }: Report) =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id.split("/")[2], verdict]));
