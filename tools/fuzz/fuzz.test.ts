import { join } from "node:path";
import { leagueManagerServes, playerServes, protocol, refereeServes } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { readCorpus } from "./corpus.ts";
import { fuzz, sendAll } from "./fuzz.ts";
import { requestsPerAgent } from "./requests-per-agent.ts";
import { subjectOf } from "./subjects.ts";

const requests = 2000;
const corpus = join(import.meta.dirname, "corpus");
const roles = [
  ["player", playerServes],
  ["referee", refereeServes],
  ["league_manager", leagueManagerServes],
] as const;

describe.each(roles)("hostile requests to a %s", (role, serves) => {
  it("reach every handler, and no answer shows a fault or a secret", async () => {
    const { findings, answered } = await fuzz({
      role,
      requests,
      seed: 42,
      requestsPerAgent: requestsPerAgent[role],
    });
    expect(findings).toEqual([]);
    expect([...answered]).toEqual(expect.arrayContaining(Object.keys(serves)));
  });
});

describe("a request that found a fault earlier has an answer without a fault", () => {
  it.each(readCorpus(corpus).map((entry) => [`${entry.role}: ${entry.found}`, entry] as const))(
    "%s (%#)",
    async (_name, { role, requests }) => {
      const subject = await subjectOf(role, 1);
      for (const request of requests) {
        expect(await sendAll(subject, role, [request])).toEqual([]);
        await subject.platform.clock.advance(protocol.retries.pauseMs);
      }
      expect(subject.errors).toEqual([]);
      await subject.close();
    },
  );
});

/** Two players that are told that the other is their referee would answer each other without end. */
it("a player takes an answer that it is sent as a request for no invitation", async () => {
  const subject = await subjectOf("player", 1);
  const params = { match_id: "R1M1", player_id: "P02", sender: "P02", accept: true };
  const join = { jsonrpc: "2.0", id: 1, method: "handle_game_join_ack", params };
  const { body } = await subject.agent.handle({
    method: "POST",
    path: "/mcp",
    contentType: "application/json",
    body: JSON.stringify(join),
  });
  expect(JSON.parse(body)).toMatchObject({ error: { code: -32601 } });
  await subject.close();
});
