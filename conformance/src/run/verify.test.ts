import { expect, test } from "vitest";
import { testChecks } from "../../test/in-memory-run.js";
import { injected } from "../../test/injected.js";
import { loadProfile } from "../profiles/load.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { InProcessSubject } from "../subject/subject.js";
import type { RunEvent } from "../types.js";
import { simulatedEnvironment } from "../wire/environment.js";
import { verify } from "./verify.js";

/** Four repetitions on a player that joins so late in some of them. */
async function verified(lateIn: readonly number[], lateMs = 5_400, budgetMs?: number) {
  const environment = simulatedEnvironment(1);
  const events: RunEvent[] = [];
  let count = 0;
  // Each repetition starts its agents anew.
  let own: InProcessSubject | undefined;
  const begin = () => {
    count += 1;
    const inject = lateIn.includes(count)
      ? { inject: injected("player", { on: "GAME_INVITATION", delay: lateMs }) }
      : {};
    return inProcessSubject(environment, { label: "player", agent: referenceAgent("player"), ...inject });
  };
  const subject = {
    label: "player",
    canStart: true,
    canRestart: false,
    capacity: Number.POSITIVE_INFINITY,
    launch: (options: Parameters<InProcessSubject["launch"]>[0]) => {
      own ??= begin();
      return own.launch(options);
    },
    close: async () => {
      await own?.close();
      own = undefined;
    },
  };
  const report = await verify(
    {
      role: "player",
      environment,
      subject,
      checks: await testChecks(),
      seed: 1,
      profile: loadProfile("canonical"),
      ...(budgetMs === undefined ? {} : { budgetMs }),
      onEvent: (event) => events.push(event),
    },
    4,
  );
  const notes = events.flatMap((event) => (event.type === "note" ? [event.text] : [])).join("\n");
  const announced_ms = events.find((event) => event.type === "run_started")?.worst_case_ms ?? 0;
  const verdicts = Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]));
  return { report, notes, announced_ms, verdicts };
}

test("an agent that always says the same is steady", async () => {
  const { verdicts, report } = await verified([]);
  expect(new Set(Object.values(verdicts))).toEqual(new Set(["pass"]));
  expect(report.exit_code).toBe(0);
});

test("a check with varying verdicts is reported with its flake rate", async () => {
  const { verdicts, notes, report } = await verified([3]);
  expect(verdicts["player/join/joins-in-time"]).toBe("inconclusive");
  expect(notes).toContain("pass 3×, fail 1× (flake rate 25 %)");
  expect(report.exit_code).toBe(4);
});

test("a repetition that takes all its time leaves the others theirs, and the time announced is kept", async () => {
  const share = 8_000;
  const { verdicts, notes, announced_ms, report } = await verified([1], 4 * share, 4 * share);
  expect(verdicts["player/join/joins-in-time"]).toBe("inconclusive");
  expect(notes).toContain("not-exercised 1×, pass 3×");
  expect(report.duration_ms).toBeGreaterThan(share);
  expect(report.duration_ms).toBeLessThanOrEqual(announced_ms);
});
