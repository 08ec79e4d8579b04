/** An agent that is gone before it has said a word has not started: no check says anything about it. */
import { expect, test } from "vitest";
import { testChecks } from "../../test/checks/registered.js";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { loadProfile } from "../profiles/load.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { Subject } from "../subject/subject.js";
import { run } from "./run.js";

/** A run on a player that ends as soon as its port is open, in the league that it was given or in another one. */
async function runOn({ calls }: { calls: "its league" | "another address" }) {
  const environment = simulatedEnvironment(1);
  const inner = inProcessSubject(environment, { label: "player", agent: referenceAgent("player") });
  let started = 0;
  const subject: Subject = {
    ...inner,
    launch: async (options) => {
      started += 1;
      const league = calls === "its league" ? options.league : "http://127.0.0.1:1/mcp";
      const instance = await inner.launch({ ...options, league });
      const exit = { code: 1, signal: null, at_ms: environment.clock.now() };
      const exited = calls === "its league" ? instance.exited : Promise.resolve(exit);
      return Object.assign(instance, {
        ...{ exited, exit: () => exit, hasEnded: () => true },
        output: () => "Traceback\nConnectionRefusedError: [Errno 111] Connection refused\n",
      });
    },
  };
  const said: string[] = [];
  const report = await run({
    ...{ role: "player" as const, environment, subject, checks: await testChecks(), seed: 1 },
    profile: loadProfile("canonical"),
    onEvent: (event) => event.type === "note" && said.push(event.text),
  });
  return { report, said: said.join("\n"), started };
}

test("a player that calls another league manager and ends is reported as not started, with its output", async () => {
  const { report, said, started } = await runOn({ calls: "another address" });
  expect(report.exit_code).toBe(3);
  expect(started).toBe(1);
  expect(said).toContain("opened its port and ended (exit code 1) before it had sent anything");
  expect(said).toContain("ConnectionRefusedError");
});

test("a player that has registered before it ends is tested, and judged", async () => {
  const { report } = await runOn({ calls: "its league" });
  expect(report.exit_code).not.toBe(3);
});
