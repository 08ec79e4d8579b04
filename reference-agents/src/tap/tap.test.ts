import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { type Schema, Validator } from "@cfworker/json-schema";
import {
  type Agent,
  createLeagueManager,
  createPlayer,
  createReferee,
  type RunningAgent,
} from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { relay } from "./relay.js";
import { tap } from "./tap.js";

/** A server of this test. */
async function served<Running extends RunningAgent>(
  agent: Agent<Running>,
  league?: string,
): Promise<Served<Running>> {
  const running = await serve(agent, { closeOnSignal: false, ...(league === undefined ? {} : { league }) });
  onTestFinished(running.close);
  return running;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

let time = 0;
const now = () => ++time;

async function tapOn(target: string) {
  const lines: string[] = [];
  const running = await tap({ listen: 0, target: new URL(target), now, say: (line) => lines.push(line) });
  onTestFinished(running.close);
  return { ...running, lines, url: `http://127.0.0.1:${running.port}/mcp` };
}

it("rejects with the port that is in use, and a hint", async () => {
  const listen = await listening(createServer());
  const target = new URL("http://127.0.0.1:9/mcp");
  await expect(tap({ listen, target, now, say: () => undefined })).rejects.toMatchObject({
    name: "PORT_IN_USE",
    message: expect.stringContaining(`port ${listen} is in use already`),
    hint: expect.stringContaining("--listen"),
  });
});

/** An HTTP server that answers every request with this body. */
async function answering(body: string): Promise<string> {
  const port = await listening(
    createHttpServer((request, response) => request.resume().on("end", () => response.end(body))),
  );
  return `http://127.0.0.1:${port}/mcp`;
}

const invitation = {
  protocol: "league.v2",
  message_type: "GAME_INVITATION",
  sender: "referee:REF01",
  timestamp: "2025-12-20T10:00:00Z",
  conversation_id: "conv-R1M1",
  auth_token: "secret-of-the-referee",
  league_id: "L",
  round_id: 1,
  match_id: "R1M1",
  game_type: "even_odd",
  role_in_match: "PLAYER_A",
  opponent_id: "P02",
};

async function post(url: string, body: unknown): Promise<string> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return reply.text();
}

it("the relay passes on path, headers and bodies as they are", async () => {
  const seen: unknown[] = [];
  const target = await listening(
    createHttpServer((request, response) => {
      request.on("data", (body: Buffer) => {
        seen.push([request.method, request.url, request.headers["x-other"], [...body]]);
        response.writeHead(418, "Teapot", { "x-own": "yes" }).end(body);
      });
    }),
  );
  const running = await relay(0, { host: "127.0.0.1", port: target, now, onExchange: () => {} });
  onTestFinished(running.close);
  const body = Buffer.from([0, 255, 13, 10, 13, 10, 128, 7]);
  const url = `http://127.0.0.1:${running.port}/other?path`;
  const reply = await fetch(url, { method: "PUT", headers: { "x-other": "1" }, body });
  expect(seen).toEqual([["PUT", "/other?path", "1", [...body]]]);
  expect([reply.status, reply.statusText, reply.headers.get("x-own")]).toEqual([418, "Teapot", "yes"]);
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(body);
});

describe("the tap", () => {
  it("names each violation with clause and pointer", async () => {
    const reply = {
      ...invitation,
      message_type: "GAME_JOIN_ACK",
      sender: "P01",
      conversation_id: "another",
      accept: "yes",
    };
    const { url, lines, report } = await tapOn(
      await answering(JSON.stringify({ jsonrpc: "2.0", id: 8, result: reply })),
    );
    await post(url, { jsonrpc: "2.0", id: 7, method: "handle_game_invitation", params: invitation });
    await expect.poll(() => lines.length).toBeGreaterThan(3);
    expect(lines[0]).toMatch(/^GAME_INVITATION \(canonical\): 200, \d+ ms$/);
    const text = lines.join("\n");
    expect(text).toContain("TRN-ID-01 /id");
    expect(text).toContain("TRN-ENV-06 /conversation_id");
    expect(text).toContain("TRN-ENV-02 /sender");
    expect(text).toMatch(/PLY-JOIN-\d\d \/accept: .*said by the agent/);
    expect(report()).toMatchObject({ role: "player", wire: "canonical", exit_code: 1, summary: { fail: 1 } });
  });

  it("finds no fault in correct traffic of any form, and stores no secret", async () => {
    const league = await served(createLeagueManager({ players: 9, referees: 1 }));
    const player = await served(createPlayer({ displayName: "alpha", choose: () => "even" }), league.url);
    const { url, lines, report } = await tapOn(player.url);
    await post(url, { jsonrpc: "2.0", id: 1, method: "handle_game_invitation", params: invitation });
    await post(url, {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "handle_game_invitation", arguments: invitation },
    });
    const { role_in_match: _, game_type: __, ...rest } = invitation;
    await post(url, {
      jsonrpc: "2.0",
      id: 3,
      method: "game_invitation",
      params: { ...rest, sender: "REF01", match_id: "R1M2", player_id: "P01" },
    });
    await expect.poll(() => lines.length).toBe(3);
    expect(lines.map((line) => line.replace(/:.*/, ""))).toEqual([
      "GAME_INVITATION (canonical)",
      "GAME_INVITATION (mcp)",
      "GAME_INVITATION (flat)",
    ]);
    const observed = report();
    expect(observed.exit_code).toBe(0);
    expect(JSON.stringify(observed)).not.toContain("secret-of-the-referee");
    const schema = new URL("../../../conformance/schema/report.schema.json", import.meta.url);
    const validator = new Validator(JSON.parse(readFileSync(schema, "utf8")) as Schema, "2020-12", false);
    expect(validator.validate(observed).errors).toEqual([]);
  });

  it("observes a whole league without a violation", async () => {
    const league = await served(createLeagueManager({ players: 2, referees: 1 }));
    const toLeague = await tapOn(league.url);
    for (const agent of [
      createReferee({ displayName: "Solomon" }),
      createPlayer({ displayName: "alpha", choose: () => "even" }),
      createPlayer({ displayName: "beta", choose: () => "odd" }),
    ])
      await served<RunningAgent>(agent, toLeague.url);
    await league.agent.ended;
    const { checks, role } = toLeague.report();
    expect(role).toBe("manager");
    expect(checks.map(({ id, verdict }) => `${id} ${verdict}`).toSorted()).toEqual([
      "tap/messages/league-query pass",
      "tap/messages/league-register-request pass",
      "tap/messages/match-result-report pass",
      "tap/messages/referee-register-request pass",
    ]);
  });

  it("reports a bare message and a missing answer", async () => {
    const silent = await listening(createServer((socket) => socket.on("data", () => socket.destroy())));
    const { url, lines } = await tapOn(`http://127.0.0.1:${silent}/mcp`);
    await post(url, invitation).catch(() => {});
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(3);
    expect(lines[0]).toMatch(/^GAME_INVITATION \(bare\): no answer/);
    expect(lines.join("\n")).toContain("TRN-OUT-01");
    expect(lines.join("\n")).toContain("TRN-RPC-01");
  });
});
