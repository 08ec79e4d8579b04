/** For all answers of peers, no token of the league is logged, stored or sent to other agents (contract 9, 10). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runsOf } from "../../tools/gate/one-in.js";
import type { Agent } from "../src/agent/core/agent.js";
import type { HttpReply, HttpRequest } from "../src/http/types.js";
import { createLeagueManager } from "../src/league/create-league-manager.js";
import { seededRandom } from "../src/platform/random.js";
import { createPlayer } from "../src/player/create-player.js";
import { createReferee } from "../src/referee/create-referee.js";
import { SimulatedPlatform, urlOf } from "../src/testing/index.js";
import { MemoryJournal } from "./peers/memory-stores.js";

type Members = Readonly<Record<string, unknown>>;

/** What a malicious agent answers with the token of a request: a whole answer, or its result with other members. */
const habits: Record<string, (token: unknown, request: Members, result: Members) => Members | string> = {
  behaves: (_token, _request, result) => result,
  "echoes the request as a fault": (_token, request) => JSON.stringify(request),
  "echoes the bare token": (token) => String(token),
  "has the token under another name": (token, _request, result) => ({
    ...result,
    memo: token,
    [`x_${token}`]: [result.auth_token],
  }),
  "wraps its token": (_token, _request, result) => ({ ...result, auth_token: [result.auth_token] }),
  "has the token as its choice": (token, _request, result) => ({
    ...result,
    parity_choice: token,
    accept: token,
  }),
  "has the token as its conversation": (token, _request, result) => ({ ...result, conversation_id: token }),
  "refuses with the token": (token, { id, params }) =>
    JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32008, message: String(token), data: params } }),
};

function faulty(agent: Agent, habit: () => string): Agent {
  return {
    role: agent.role,
    connect(agentContext) {
      const running = agent.connect(agentContext);
      const handle = async (request: HttpRequest): Promise<HttpReply> => {
        const reply = await running.handle(request);
        if (request.method !== "POST" || reply.body === "") return reply;
        const [asked, answer] = [JSON.parse(String(request.body)), JSON.parse(reply.body)];
        const changed = habits[habit()]?.(asked.params?.auth_token, asked, answer.result ?? {}) ?? {};
        if (typeof changed !== "string")
          return { ...reply, body: JSON.stringify({ ...answer, result: changed }) };
        return { ...reply, status: changed.includes("-32008") ? 200 : 500, body: changed };
      };
      return { ...running, handle };
    },
  };
}

/** All stored and logged data of a league as one text, and its tokens. */
async function leagueOf(seed: number, named: readonly string[]): Promise<{ left: string; tokens: string[] }> {
  const left: unknown[] = [];
  const keep = (one: unknown) => void left.push(structuredClone(one));
  const platform = new SimulatedPlatform({ seed, log: (_agent, entry) => keep(entry) });
  const random = seededRandom(seed);
  const habit = () => named[random.below(named.length)] ?? "behaves";
  const journal = new MemoryJournal();
  const manager = platform.connect(createLeagueManager({ players: 3, referees: 1, onEvent: keep }), 8000);
  const referee = createReferee({
    displayName: "R",
    journal,
    onMatch: (record) => keep([record, ...journal.kept]),
  });
  const player = (displayName: string) => createPlayer({ displayName, choose: () => "odd", onMatch: keep });
  const agents = [referee, faulty(player("A"), habit), faulty(player("B"), habit), player("C")].map(
    (agent, index) => platform.connect(agent, index === 0 ? 8001 : 8100 + index, urlOf(8000)),
  );
  const registered = await platform.clock.run(Promise.all(agents.map((agent) => agent.registered)));
  await platform.clock.run(manager.ended);
  await Promise.all([manager, ...agents].map((agent) => agent.close()));
  return { left: JSON.stringify(left), tokens: registered.map(({ auth_token }) => auth_token) };
}

describe("a league of faulty players", () => {
  it("leaves no token in logs, records, transcripts, histories, events and journals", async () => {
    const circumstances = {
      seed: fc.nat(),
      named: fc.subarray(Object.keys(habits), { minLength: 1 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(circumstances), async ({ seed, named }) => {
        const { left, tokens } = await leagueOf(seed, named);
        expect(left).toContain("GAME_INVITATION");
        for (const token of tokens) {
          const at = left.indexOf(token);
          expect(at < 0 ? "" : left.slice(Math.max(0, at - 200), at + 40)).toBe("");
        }
      }),
      { numRuns: runsOf(30) },
    );
  });
});
