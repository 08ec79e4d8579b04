import { expect, test } from "vitest";
import { testChecks } from "../../test/checks/registered.js";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { delaysReply } from "../mutants/fault-injection.js";
import { loadProfile } from "../profiles/load.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { InProcessSubject } from "../subject/subject.js";
import type { RunEvent } from "../types.js";
import { verify } from "./verify.js";

interface Verified {
  notes: string[];
  verdicts: Record<string, string>;
  exit: number;
  /** The time that was announced, and the time that it took. */
  announced_ms: number;
  took_ms: number;
}

async function verifyPlayer(
  lateIn: readonly number[],
  { lateMs = 5_400, budgetMs }: { lateMs?: number; budgetMs?: number } = {},
): Promise<Verified> {
  const environment = simulatedEnvironment(1);
  const events: RunEvent[] = [];
  let count = 0;
  // Each repetition starts its agents anew.
  let own: InProcessSubject | undefined;
  const begin = () => {
    count += 1;
    const inject = lateIn.includes(count) ? { inject: delaysReply("GAME_INVITATION", lateMs) } : {};
    return inProcessSubject(environment, { label: "player", agent: referenceAgent("player"), ...inject });
  };
  const report = await verify(
    {
      role: "player",
      environment,
      subject: {
        ...{ label: "player", canStart: true, canRestart: false, capacity: Number.POSITIVE_INFINITY },
        launch: (options) => {
          own ??= begin();
          return own.launch(options);
        },
        close: async () => {
          await own?.close();
          own = undefined;
        },
      },
      checks: await testChecks(),
      seed: 1,
      profile: loadProfile("canonical"),
      ...(budgetMs === undefined ? {} : { budgetMs }),
      onEvent: (event) => events.push(event),
    },
    4,
  );
  return {
    notes: events.flatMap((event) => (event.type === "note" ? [event.text] : [])),
    verdicts: Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict])),
    exit: report.exit_code,
    announced_ms: events.find((event) => event.type === "run_started")?.worst_case_ms ?? 0,
    took_ms: report.duration_ms,
  };
}

test("an agent that always says the same is steady", async () => {
  const { verdicts, exit } = await verifyPlayer([]);
  expect(new Set(Object.values(verdicts))).toEqual(new Set(["pass"]));
  expect(exit).toBe(0);
});

test("a check with varying verdicts is reported with its flake rate", async () => {
  const { verdicts, notes, exit } = await verifyPlayer([3]);
  expect(verdicts["player/join/joins-in-time"]).toBe("inconclusive");
  expect(notes.some((text) => text.includes("pass 3×, fail 1× (flake rate 25 %)"))).toBe(true);
  expect(exit).toBe(4);
});

test("a repetition that takes all its time leaves the others theirs, and the time announced is kept", async () => {
  const [share, times] = [8_000, 4];
  const { verdicts, notes, announced_ms, took_ms } = await verifyPlayer([1], {
    lateMs: share * times,
    budgetMs: share * times,
  });
  expect(verdicts["player/join/joins-in-time"]).toBe("inconclusive");
  expect(notes.filter((text) => text.includes("not-exercised 1×, pass 3×"))).not.toEqual([]);
  expect(took_ms).toBeGreaterThan(share);
  expect(took_ms).toBeLessThanOrEqual(announced_ms);
});
