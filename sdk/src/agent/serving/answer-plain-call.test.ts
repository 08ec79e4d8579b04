/** The fast path for a plain canonical call gives the same bytes, log and counts as the full server. */
import { leagueManagerServes, playerServes, protocolLimits, protocolPaths } from "@league-v2/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyFaultyMessage, anyMessage } from "../../../../tools/codegen/test/contract-messages.js";
import { runsOf } from "../../../../tools/gate/one-in.js";
import { createLeagueManager } from "../../league/create-league-manager.js";
import { createPlayer } from "../../player/create-player.js";
import { readPlainCall } from "../../rpc/plain-call.js";
import { SimulatedPlatform } from "../../testing/simulated-platform.js";
import type { Agent } from "../core/agent.js";
import type { ServedRow } from "./role-parts.js";

const roles: Readonly<
  Record<string, { agent: () => Agent; serves: Readonly<Record<string, ServedRow & { request: string }>> }>
> = {
  "a player that is no member of a league": {
    agent: () => createPlayer({ displayName: "Alpha", choose: () => "even" }),
    serves: playerServes,
  },
  "a league manager that takes registrations": {
    agent: () => createLeagueManager({ players: 3, referees: 1 }),
    serves: leagueManagerServes,
  },
};

const ids = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("1", '"a"', "0", '""', '"é\\u2028\\n"', "null", "-7", "9007199254740991"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("1.0", "1e2", "-0", "0.5", "9007199254740993", "1e400", "true", "{}", "[1]"),
  },
);

/** The text of one request or notification, most of them valid. */
function entryOf(serves: Readonly<Record<string, { request: string }>>): fc.Arbitrary<string> {
  const calls = Object.entries(serves).map(([method, { request }]) => {
    const params = fc.oneof(
      { weight: 4, arbitrary: anyMessage("canonical", request) },
      { weight: 1, arbitrary: anyFaultyMessage("canonical", request) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, {}, [], [{}], null, "text", 7) },
    );
    return fc.tuple(fc.constant(method), params);
  });
  const others = fc.tuple(
    fc.constantFrom("ping", "rpc.discover", "no_such_method", "toString", "__proto__", "", 7),
    fc.constantFrom<unknown>(undefined, {}, []),
  );
  const call = fc.oneof({ weight: 6, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: others });
  const version = fc.oneof(
    { weight: 20, arbitrary: fc.constant("2.0") },
    fc.constantFrom("1.0", 2, undefined),
  );
  return fc.record({ call, version, id: fc.option(ids, { freq: 4 }) }).map(({ call, version, id }) => {
    const [method, params] = call;
    const text = JSON.stringify({ jsonrpc: version, method, params });
    return id === null ? text : `${text.slice(0, -1)}${text === "{}" ? "" : ","}"id":${id}}`;
  });
}

function bodyOf(entry: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: entry },
    { weight: 1, arbitrary: entry.map((text) => ` \n${text}\t`) },
    { weight: 1, arbitrary: fc.array(entry, { maxLength: 4 }).map((entries) => `[${entries.join(",")}]`) },
    { weight: 1, arbitrary: entry.map((text) => text.slice(0, -1)) },
    { weight: 1, arbitrary: entry.map((text) => text.replace("{", '{"method":"ping",')) },
    { weight: 1, arbitrary: fc.constantFrom("", "7", "null", '"text"', "{}", '{"jsonrpc":"2.0","id":1}') },
  );
}

/** The answers of a new agent to these bodies, one after the other, its log and its counts. */
async function answersOf(agent: Agent, bodies: readonly string[], contentType: string) {
  const logged: unknown[] = [];
  const platform = new SimulatedPlatform({ log: (_agent, entry) => void logged.push(entry) });
  const running = platform.connect(agent, 8101);
  const replies = [];
  for (const body of bodies) {
    const request = { method: "POST", path: protocolPaths.mcp, contentType, body };
    replies.push(await running.handle(request));
  }
  const counted = await running.handle({ method: "GET", path: "/metrics", contentType: null, body: "" });
  await running.close();
  return { replies, logged, counted: counted.body };
}

test.each(Object.entries(roles))(
  "%s answers the same with the fast path and with the full server",
  async (_, role) => {
    const { serves, agent } = role;
    const taken = { short: 0, long: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(bodyOf(entryOf(serves)), { minLength: 1, maxLength: 6 }), async (bodies) => {
        for (const body of bodies) {
          const call = readPlainCall(body, protocolLimits);
          const row = call && Object.hasOwn(serves, call.method) ? serves[call.method] : undefined;
          const isShort = row?.validateRequest(call?.params) === true;
          taken[isShort ? "short" : "long"] += 1;
        }
        const short = await answersOf(agent(), bodies, "application/json");
        // Another content type than the usual one is left to the full server.
        const long = await answersOf(agent(), bodies, "application/json; charset=utf-8");
        expect(short).toEqual(long);
      }),
      { numRuns: runsOf(150) },
    );
    expect(taken.short).toBeGreaterThan(runsOf(50));
    expect(taken.long).toBeGreaterThan(runsOf(50));
  },
);
