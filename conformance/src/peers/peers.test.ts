/** The suite's peers: their messages are valid unless a check overrides them, and they answer what comes late or again. */
import { expect, test } from "vitest";
import { createContext, type RunContext } from "../fixtures/context.js";
import { openLeague } from "../fixtures/open-league.js";
import { openPlayerInstance, openRefereeInstance } from "../fixtures/start.js";
import { isObject } from "../json.js";
import { violations } from "../oracle/received-form.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import { pause } from "../time/pause.js";
import { longestMatch, quickMatch } from "../time/protocol-deadlines.js";
import { Transcript } from "../transcript.js";
import type { Role } from "../types.js";
import { simulatedEnvironment } from "../wire/environment.js";
import { chooses, never } from "./actors/behaviour.js";
import { RegisteredPeer } from "./actors/registered-peer.js";

type Recorder = { transcript: Transcript; check: string };

/** What happens in a run against the reference agent. @returns what came of it, and the transcript */
async function inRun<T>(role: Role, act: (context: RunContext, recorder: Recorder) => Promise<T>) {
  const environment = simulatedEnvironment(1);
  const agent = referenceAgent(role);
  const subject = inProcessSubject(environment, { label: role, agent, lasts: true });
  const context = createContext({ role, environment, subject, seed: 1 });
  const recorder = { transcript: new Transcript(environment.clock), check: "test" };
  const result = await environment.run(() => act(context, recorder));
  return { result, entries: recorder.transcript.entries };
}

const PLAYED: readonly [Role, readonly string[], Parameters<typeof inRun>[1]][] = [
  [
    "player",
    ["GAME_ERROR", "LEAGUE_ERROR", "ROUND_COMPLETED", "SHUTDOWN_COMMAND"],
    async (context, recorder) => {
      const { agent, league, stop } = await openPlayerInstance(context, { recorder });
      const match = league.match();
      await league.announceRound(agent, [match]);
      for (const act of [match.invite, match.askChoice, match.gameError, match.gameOver])
        await act.call(match, agent);
      await league.standingsUpdate(agent);
      await league.roundCompleted(agent);
      await league.leagueError(agent);
      await league.leagueCompleted(agent);
      await league.shutdown(agent);
      await stop();
    },
  ],
  [
    "referee",
    ["GAME_JOIN_ACK", "CHOOSE_PARITY_RESPONSE", "GAME_OVER_ACK", "MATCH_RESULT_ACK", "LEAGUE_QUERY_RESPONSE"],
    async (context, recorder) => {
      const { league, stop } = await openRefereeInstance(context, { recorder });
      const a = { choice: [never(), chooses("odd")] };
      const match = await league.runMatch({ a, timeoutMs: longestMatch() });
      expect(match.reports.length).toBe(1);
      await stop();
    },
  ],
  [
    "manager",
    ["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST", "MATCH_RESULT_REPORT", "LEAGUE_QUERY"],
    async (context, recorder) => {
      const { league, stop } = await openLeague(context, { players: 5, referees: 2, recorder });
      const seen = await league.play();
      expect(seen).toMatchObject({ begun: "by itself", completed: true });
      expect(seen.matchIds.length).toBe(10);
      await league.players[0]?.query("GET_STANDINGS");
      await stop();
    },
  ],
];

test.each(PLAYED)("every message to a %s is valid by the contract", async (role, types, act) => {
  const { entries } = await inRun(role, act);
  const sent = entries.flatMap(({ from, json }) => {
    const message = isObject(json) && from !== "agent" ? (json.params ?? json.result) : undefined;
    return isObject(message) && typeof message.message_type === "string" ? [message] : [];
  });
  const faults = sent.flatMap((message) =>
    violations(String(message.message_type), message).map(
      (text) => `${String(message.message_type)} ${text}`,
    ),
  );
  expect(faults).toEqual([]);
  expect(sent.map(({ message_type }) => message_type)).toEqual(expect.arrayContaining([...types]));
});

test("a referee that is restarted after the check gets an acknowledgement of its unacknowledged report", async () => {
  await inRun("referee", async (context) => {
    const { league, manager, restart, stop } = await openRefereeInstance(context);
    const { matchId, reports } = await league.runMatch({ reports: [never()], settleMs: quickMatch() });
    expect(reports.length).toBeGreaterThan(1);
    const before = manager.receivedOf("MATCH_RESULT_REPORT").length;
    await restart();
    // Long enough for a repeated report.
    await pause(context.environment.clock, quickMatch());
    const later = manager.receivedOf("MATCH_RESULT_REPORT").slice(before);
    expect(later.filter(({ message }) => message.match_id === matchId)).toHaveLength(1);
    await stop();
  });
});

test("every new registration gets an id that was not used before; a repeated one gets the same id", async () => {
  const { result: ids } = await inRun("player", async (context) => {
    const { peerContext, manager, stop } = await openPlayerInstance(context);
    const target = {
      name: "manager",
      url: manager.url,
      variables: {},
      identity: { role: "manager" },
    } as const;
    const about = { role: "player", displayName: "again and again" } as const;
    const peer = await new RegisteredPeer(peerContext, target, about).listen();
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
