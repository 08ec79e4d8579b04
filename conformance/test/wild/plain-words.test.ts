/** The suite at players that answer in free text: whether that is an answer follows from their form. */
import { expect, test } from "vitest";
import { joinsBare, ownTypes } from "../../../sdk/test/gateway/peers/players-in-plain-words.js";
import type { PlayerHabits } from "../../../sdk/test/gateway/peers/wild-player.js";
import { loadChecks } from "../../src/checks/registry.js";
import { simulatedEnvironment } from "../../src/environment/simulated-environment.js";
import { run } from "../../src/run/run.js";
import { select } from "../../src/run/select.js";
import { inProcessSubject } from "../../src/subject/in-process-subject.js";
import { wildAgent } from "./wild-agent.js";

const quick = select(await loadChecks(), "player", { quick: true });
const acknowledgements = [
  "player/acknowledgement/game-over",
  "player/acknowledgement/round-announcement",
  "player/acknowledgement/round-completed",
  "player/acknowledgement/standings",
];

/** The verdicts of these checks. */
async function verdicts(habits: PlayerHabits, ids: readonly string[]): Promise<string[]> {
  const environment = simulatedEnvironment(1);
  const agent = ({ name }: { name: string }) => wildAgent(habits, name);
  const subject = inProcessSubject(environment, { label: habits.name, agent });
  const report = await run({
    ...{ role: "player", environment, checks: quick, seed: 1, quick: true, subject },
    onEvent: () => {},
  });
  return report.checks.filter(({ id }) => ids.includes(id)).map(({ verdict }) => verdict);
}

test.each([
  [{ status: "ok" }, "pass"],
  [{ error: "Unknown message type" }, "fail"],
  [{ status: "unknown_message_type" }, "fail"],
])("in a form without JSON-RPC %j, as the answer to all notices, is a %s", async (answer, verdict) => {
  const found = await verdicts(joinsBare(answer), acknowledgements);
  expect(found).toEqual(acknowledgements.map(() => verdict));
});

test("another message type in another member is part of the form, and breaks no clause of the choice", async () => {
  expect(await verdicts(ownTypes, ["player/choice/chooses-in-time"])).toEqual(["pass"]);
});
