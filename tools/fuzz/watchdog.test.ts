import { expect, it } from "vitest";
import { blocked, watched } from "./watchdog.ts";

const plan = { role: "player", requests: 50, seed: 7, requestsPerAgent: 50 } as const;

it("a request after which the loop is blocked is a finding, and ends the run", async () => {
  const { findings } = await watched(new URL("./blocked.fixture.ts", import.meta.url), plan);
  expect(findings).toMatchObject([{ fault: blocked, requests: [{ path: "/mcp" }, { path: "/blocks" }] }]);
});

it("a run in which the loop turns ends with its own report", async () => {
  const done: number[] = [];
  const thread = new URL("./thread.ts", import.meta.url);
  const report = await watched(thread, plan, { onDone: (count) => void done.push(count) });
  expect(report).toMatchObject({ requests: 50, findings: [] });
  expect(done).toEqual([0, 25]);
});
