/** The messages of the suite's peers are valid unless a check overrides them. */
import { expect, test } from "vitest";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { createContext, type RunContext } from "../fixtures/context.js";
import { openLeague } from "../fixtures/open-league.js";
import { openPlayerInstance, openRefereeInstance } from "../fixtures/start.js";
import { isObject } from "../json/pointer.js";
import { violations } from "../oracle/received-form.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import { longestMatch } from "../time/protocol-deadlines.js";
import { Transcript } from "../transcript.js";
import type { Role, TranscriptEntry } from "../types.js";
import { chooses, never } from "./actors/behaviour.js";

function contextFor(role: Role): RunContext {
  const environment = simulatedEnvironment(1);
  const subject = inProcessSubject(environment, { label: role, agent: referenceAgent(role) });
  return createContext({
    role,
    environment,
    subject,
    seed: 1,
  });
}

/** The messages of the suite in a transcript that are invalid by the contract. */
function faultsIn(entries: readonly TranscriptEntry[]): { checked: string[]; faults: string[] } {
  const checked: string[] = [];
  const faults: string[] = [];
  for (const { from, json } of entries) {
    const message = isObject(json) ? (json.params ?? json.result) : undefined;
    if (from === "agent" || !isObject(message) || typeof message.message_type !== "string") continue;
    checked.push(message.message_type);
    faults.push(
      ...violations(message.message_type, message).map((text) => `${String(message.message_type)} ${text}`),
    );
  }
  return { checked: [...new Set(checked)].toSorted(), faults };
}

test("to a player", async () => {
  const context = contextFor("player");
  const recorder = { transcript: new Transcript(context.environment.clock), check: "test" };
  await context.environment.run(async () => {
    const { agent, league, stop } = await openPlayerInstance(context, {}, recorder);
    const match = league.match();
    await league.announceRound(agent, [match]);
    await match.invite(agent);
    await match.askChoice(agent);
    await match.gameError(agent);
    await match.gameOver(agent);
    await league.standingsUpdate(agent);
    await league.roundCompleted(agent);
    await league.leagueError(agent);
    await league.leagueCompleted(agent);
    await league.shutdown(agent);
    await stop();
  });
  const { checked, faults } = faultsIn(recorder.transcript.entries);
  expect(faults).toEqual([]);
  expect(checked.length).toBe(11);
});

test("to a referee, by its manager and its players", async () => {
  const context = contextFor("referee");
  const recorder = { transcript: new Transcript(context.environment.clock), check: "test" };
  await context.environment.run(async () => {
    const { league, stop } = await openRefereeInstance(context, {}, recorder);
    const match = await league.runMatch({
      a: { choice: [never(), chooses("odd")] },
      timeoutMs: longestMatch(),
    });
    expect(match.reports.length).toBe(1);
    await stop();
  });
  const { checked, faults } = faultsIn(recorder.transcript.entries);
  expect(faults).toEqual([]);
  expect(checked).toEqual(
    expect.arrayContaining([
      "ROUND_ANNOUNCEMENT",
      "GAME_JOIN_ACK",
      "CHOOSE_PARITY_RESPONSE",
      "GAME_OVER_ACK",
      "MATCH_RESULT_ACK",
      "REFEREE_REGISTER_RESPONSE",
      "LEAGUE_QUERY_RESPONSE",
    ]),
  );
});

test("to a league manager, by players and referees that play a whole league", async () => {
  const context = contextFor("manager");
  const recorder = { transcript: new Transcript(context.environment.clock), check: "test" };
  await context.environment.run(async () => {
    const { league, stop } = await openLeague(context, { players: 5, referees: 2 }, recorder);
    const seen = await league.play();
    expect(seen).toMatchObject({ begun: "by itself", completed: true });
    expect(seen.matchIds.length).toBe(10);
    await league.players[0]?.query("GET_STANDINGS");
    await stop();
  });
  const { checked, faults } = faultsIn(recorder.transcript.entries);
  expect(faults).toEqual([]);
  expect(checked.length).toBeGreaterThan(8);
});
