import { expect, test } from "vitest";
import { simulatedEnvironment } from "../../environment/simulated-environment.js";
import { createContext } from "../../fixtures/context.js";
import { openPlayerInstance } from "../../fixtures/start.js";
import { inProcessSubject } from "../../subject/in-process-subject.js";
import { referenceAgent } from "../../subject/reference-agent.js";
import { RegisteredPeer } from "./registered-peer.js";

test("every new registration gets an id that was not used before; a repeated one gets the same id", async () => {
  const environment = simulatedEnvironment(1);
  const subject = inProcessSubject(environment, { label: "player", agent: referenceAgent("player") });
  const context = createContext({ role: "player", environment, subject, seed: 1 });
  const ids = await environment.run(async () => {
    const { peerContext, manager, stop } = await openPlayerInstance(context);
    const target = {
      name: "manager",
      url: manager.url,
      variables: {},
      identity: { role: "manager" },
    } as const;
    const peer = await new RegisteredPeer(peerContext, target, {
      role: "player",
      displayName: "again and again",
    }).listen();
    for (let count = 0; count < 300; count += 1) await peer.register({ conversation: `conv-${count}` });
    await peer.register({ conversation: "conv-7" });
    await peer.close();
    await stop();
    return manager.registrations.flatMap(({ granted }) => granted?.id ?? []);
  });
  const [, ...own] = ids;
  expect(own.pop()).toBe(own[7]);
  expect(own.length).toBe(300);
  expect(new Set(own).size).toBe(300);
});
