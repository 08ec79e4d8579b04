/** An agent that another program ends is not blamed for its end; one that crashes is. */
import { expect, test } from "vitest";
import { own } from "../../test/try-player.js";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { loadProfile } from "../profiles/load.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { Exit, Subject } from "../subject/subject.js";
import { run } from "./run.js";

/** The verdict on a check that sees nothing wrong, of an agent whose process ends like this meanwhile. */
async function verdictOn(exit: Pick<Exit, "code" | "signal">) {
  const environment = simulatedEnvironment(1);
  const inner = inProcessSubject(environment, { label: "player", agent: referenceAgent("player") });
  let hasEnded = false;
  const subject: Subject = {
    ...inner,
    launch: async (options) => {
      const instance = await inner.launch(options);
      hasEnded = false;
      return Object.assign(instance, {
        exit: () => (hasEnded ? { ...exit, at_ms: 0 } : undefined),
        hasEnded: () => hasEnded,
      });
    },
  };
  const joins = own("joins", async ({ league, player, expect }) => {
    expect((await league.invite(player)).joined.result.accept).is(true);
    hasEnded = true;
  });
  const { checks } = await run({
    ...{ role: "player" as const, environment, subject, checks: [joins], seed: 1 },
    profile: loadProfile("canonical"),
    trusted: true,
    onEvent: () => undefined,
  });
  return checks[0];
}

test("a signal that the suite did not send leaves the check undecided, and is named", async () => {
  const ended = await verdictOn({ code: null, signal: "SIGTERM" });
  expect(ended?.verdict).toBe("inconclusive");
  expect(ended?.diagnosis).toContain("SIGTERM, which the suite did not send");
});

test.each([
  { code: 1, signal: null },
  { code: null, signal: "SIGSEGV" },
])("a crash fails the check: %j", async (exit) => {
  expect((await verdictOn(exit))?.verdict).toBe("fail");
});
