import { expect, test } from "vitest";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { createContext } from "../fixtures/context.js";
import { openRefereeInstance } from "../fixtures/start.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent, referenceLasts } from "../subject/reference-agent.js";
import { pause } from "../time/pause.js";
import { quickMatch } from "../time/protocol-deadlines.js";
import { never } from "./actors/behaviour.js";

test("a referee that is restarted after the check gets an acknowledgement of its unacknowledged report", async () => {
  const environment = simulatedEnvironment(1);
  const agent = referenceAgent("referee");
  const subject = inProcessSubject(environment, { label: "referee", agent, lasts: referenceLasts });
  const context = createContext({ role: "referee", environment, subject, seed: 1 });
  await environment.run(async () => {
    const { league, manager, restart, stop } = await openRefereeInstance(context);
    const { matchId, reports } = await league.runMatch({ reports: [never()], settleMs: quickMatch() });
    expect(reports.length).toBeGreaterThan(1);
    const before = manager.endpoint.all("MATCH_RESULT_REPORT").length;
    await restart();
    // Long enough for a repeated report.
    await pause(environment.clock, quickMatch());
    const later = manager.endpoint.all("MATCH_RESULT_REPORT").slice(before);
    expect(later.filter(({ message }) => message.match_id === matchId)).toHaveLength(1);
    await stop();
  });
});
