/** Tests with the official SDK of the Model Context Protocol, over real sockets. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type MethodRow, methods } from "@league-v2/contract";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import contract from "../../../generated/openrpc/canonical.json" with { type: "json" };
import { dereferenced } from "../../../tools/codegen/test/dereferenced.js";
import { serve } from "../../src/node/index.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";
import { answersWhole, registers } from "./peers/player.js";
import { documentNames } from "./peers/players.js";
import { refereeSays } from "./peers/referee.js";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type MatchRecord,
  type PlayedMatch,
} from "./simulated-league.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function served(...[agent, options]: Parameters<typeof serve>) {
  const running = await serve(agent, { closeOnSignal: false, ...options });
  closing.push(running.close);
  return running;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ name: "an official client", version: "1.0.0" });
  // The library's types do not support exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL(url)) as unknown as Parameters<
    Client["connect"]
  >[0];
  await client.connect(transport);
  closing.push(() => client.close());
  return client;
}

const match = { match_id: "R1M1", game_type: "even_odd", timestamp: new Date().toISOString() };
const referee = { name: "REF01", url: "", id: "REF01", token: "token-of-REF01", directory: new Map() };
const message = (type: string, fields: Body) => refereeSays(referee, type, { ...match, ...fields });

describe("an official client", () => {
  it("lists the tools of a player, with the generated schemas", async () => {
    const { url } = await served(createPlayer({ displayName: "alpha", choose: () => "even" }));
    const client = await connected(url);
    expect(client.getServerVersion()).toMatchObject({ name: "league.v2 player" });
    const { tools } = await client.listTools();
    const served_ = Object.values<MethodRow>(methods).filter(
      ({ to, envelope }) => envelope && to.includes("player"),
    );
    expect(tools.map(({ name }) => name).toSorted()).toEqual(served_.map(({ name }) => name).toSorted());
    const generated = new Map<string, unknown>(
      dereferenced(contract).methods.map((method) => [method.name, method]),
    );
    for (const { name, inputSchema, outputSchema } of tools) {
      const method = generated.get(name) as {
        "x-message": unknown;
        result?: { schema: unknown };
        "x-ack"?: { schema: unknown };
      };
      expect(inputSchema).toEqual(method["x-message"]);
      expect(outputSchema).toEqual((method["x-ack"] ?? method.result)?.schema);
    }
    await client.ping();
  });

  it("lists no resources and no prompts to a client that requests them", async () => {
    const { url } = await served(createLeagueManager({ players: 2, referees: 1 }));
    const answers = ["resources/list", "resources/templates/list", "prompts/list"].map(async (method) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method });
      const headers = { "content-type": "application/json" };
      return bodyOf(await (await fetch(url, { method: "POST", headers, body })).json()).result;
    });
    expect(await Promise.all(answers)).toEqual([
      { resources: [] },
      { resourceTemplates: [] },
      { prompts: [] },
    ]);
  });

  it("plays a match by calling the tools of the player", async () => {
    const manager = await served(createLeagueManager({ players: 9, referees: 1 }));
    const played: PlayedMatch[] = [];
    const player = createPlayer({
      displayName: "alpha",
      choose: () => "odd",
      onMatch: (match) => void played.push(match),
    });
    const { url } = await served(player, { league: manager.url });
    const client = await connected(url);
    await client.listTools();
    const call = async (name: string, args: Body): Promise<Body> => {
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      if (isError === true) return { refused: JSON.parse(text) };
      expect(JSON.parse(text)).toEqual(structuredContent);
      return bodyOf(structuredContent);
    };
    const invitation = { league_id: "L", round_id: 1, role_in_match: "PLAYER_A", opponent_id: "P02" };
    expect(await call("handle_game_invitation", message("GAME_INVITATION", invitation))).toMatchObject({
      message_type: "GAME_JOIN_ACK",
      player_id: "P01",
      accept: true,
      conversation_id: "conv-R1M1",
    });
    const context = { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
    const ask = message("CHOOSE_PARITY_CALL", {
      player_id: "P01",
      context,
      deadline: new Date(Date.now() + 30_000).toISOString(),
    });
    expect(await call("choose_parity", ask)).toMatchObject({ parity_choice: "odd" });
    const drawn = { winner_player_id: "P01", drawn_number: 7, number_parity: "odd" };
    const game_result = { status: "WIN", ...drawn, choices: { P01: "odd", P02: "even" }, reason: "" };
    expect(await call("notify_match_result", message("GAME_OVER", { game_result }))).toMatchObject({
      message_type: "GAME_OVER_ACK",
    });
    expect(played).toMatchObject([{ match_id: "R1M1", end: "win", opponent_choice: "even" }]);
    const again = await call("choose_parity", message("CHOOSE_PARITY_CALL", { ...ask, match_id: "R9M9" }));
    expect(again).toMatchObject({ refused: { message_type: "GAME_ERROR", error_code: "E006" } });
    const { deadline: _, ...incomplete } = ask;
    expect(await call("choose_parity", incomplete)).toMatchObject({ refused: { error_code: "E003" } });
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(/Unknown tool/);
  });
});

/** A player behind the official server; every tool takes a message and answers with one. */
async function foreignPlayer(
  league: string,
  name: string,
  sessions: boolean,
  endsSessions: boolean,
): Promise<void> {
  let count = 0;
  const me = { name, url: "", id: name, token: "", choice: "even" as const };
  const make = () => {
    const server = new Server({ name, version: "1.0.0" }, { capabilities: { tools: {} } });
    const tools = Object.keys(documentNames).map((one) => ({
      name: one,
      inputSchema: { type: "object" as const },
    }));
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const answer = answersWhole(
        { type: documentNames[params.name] ?? "", message: params.arguments ?? {} },
        me,
      );
      return { content: [{ type: "text" as const, text: JSON.stringify(answer) }] };
    });
    return server;
  };
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await textOf(request));
    const session = request.headers["mcp-session-id"];
    let transport = typeof session === "string" ? transports.get(session) : undefined;
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: sessions ? () => `session-${++count}-of-${name}` : undefined,
        onsessioninitialized: (started: string) =>
          void transports.set(started, transport as StreamableHTTPServerTransport),
      } as ConstructorParameters<typeof StreamableHTTPServerTransport>[0]);
      await make().connect(transport as unknown as Parameters<Server["connect"]>[0]);
    }
    const isCall = (body as { method?: unknown }).method === "tools/call";
    if (endsSessions && isCall) response.on("finish", () => transports.clear());
    await transport.handleRequest(request, response, body);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  me.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const client = await connected(league);
  const { structuredContent } = await client.callTool({ name: "register_player", arguments: registers(me) });
  me.id = String((structuredContent as { player_id: unknown }).player_id);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

it.each([
  ["without sessions", false, false],
  ["with sessions", true, false],
  ["whose sessions end after each call", true, true],
])(
  "a foreign player behind an official server %s plays with our referee and manager",
  async (_, sessions, endsSessions) => {
    const manager = createLeagueManager({ players: 2, referees: 1 });
    const league = await served(manager);
    const records: MatchRecord[] = [];
    const referee = createReferee({ displayName: "Solomon", onMatch: (record) => void records.push(record) });
    await served(referee, { league: league.url });
    await foreignPlayer(league.url, "foreign", sessions, endsSessions);
    await served(createPlayer({ displayName: "ours", choose: () => "odd" }), { league: league.url });
    const end = await (league.agent as unknown as { ended: Promise<{ total_matches: number }> }).ended;
    expect(end.total_matches).toBe(1);
    expect(records).toMatchObject([{ outcome: { choices: { P01: "even", P02: "odd" } }, reported: true }]);
    expect(records[0]?.outcome.status).not.toBe("TECHNICAL_LOSS");
  },
);
