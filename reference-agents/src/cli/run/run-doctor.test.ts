/** `league doctor` at real agents on loopback. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { protocol } from "@league-v2/contract";
import { type Clock, createReferee, systemClock } from "@league-v2/sdk";
import { serve, serveHandler } from "@league-v2/sdk/node";
import { lintProfile } from "@league-v2/sdk/wire";
import { expect, onTestFinished, test } from "vitest";
import { PlayerInForm } from "../../../../sdk/test/gateway/peers/player.js";
import { publicPlayer } from "../../../../sdk/test/gateway/peers/players.js";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { startHere } from "../cli-context.fixture.js";

const folder = newFolder();

async function doctor(...args: string[]) {
  const { context, ended } = startHere(["doctor", ...args], { folder });
  const { code } = await ended;
  return { code, lines: context.printed, errors: context.errors };
}

/** An agent with this server. @returns its address */
async function agentThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A public player with other names, which lists its tools. */
async function foreignPlayer(): Promise<string> {
  const me = { name: "foreign", url: "http://127.0.0.1/mcp", choice: "even" } as const;
  const { handle } = new PlayerInForm(publicPlayer("plain-tools"), me, "P01");
  const { origin, close } = await serveHandler(handle, { port: 0, limits: protocol.limits });
  onTestFinished(close);
  return `${origin}/mcp`;
}

/** A canonical player that refuses all matches, since it is in no league. */
const unregisteredPlayer = () => {
  const data = { message_type: "LEAGUE_ERROR", error_code: "E008", error_description: "not in a league" };
  const error = { code: -32008, message: "INVALID_STATE", data };
  return agentThat((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
  });
};

test("the output for a player that is not registered yet names the reason for its refusal", async () => {
  const { code, lines } = await doctor(await unregisteredPlayer(), "--role", "player");
  expect(code).toBe(1);
  expect(lines.join("\n")).toContain(
    "Not understood: GAME_INVITATION; the last answer was error -32008 INVALID_STATE (E008: ",
  );
  expect(lines.join("\n")).toMatch(
    /could not play a match now: it refuses .* with E008: it may have to be in a league first/,
  );
});

test("the output for an agent that could play has its wire form, the findings and the profile file", async () => {
  const url = await foreignPlayer();
  const { code, lines } = await doctor(url, "--out", "agent.wire.json");
  expect(code, lines.join("\n")).toBe(0);
  const document: unknown = JSON.parse(readFileSync(join(folder, "agent.wire.json"), "utf8"));
  expect(lintProfile(document)).toEqual([]);
  expect(document).toMatchObject({
    messages: {
      GAME_INVITATION: { method: "receive_game_invitation" },
      GAME_OVER: { method: "receive_game_over" },
    },
  });
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringContaining("it lists its names"),
      "Understood: GAME_INVITATION, CHOOSE_PARITY_CALL, GAME_OVER.",
      "It could play a match now.",
      `Test it: league-conformance player --url ${url} --wire agent.wire.json`,
      "Play with it: league manager --forms agent.wire.json",
    ]),
  );
});

test("an answer that is a page is one line, without control characters for the terminal", async () => {
  const url = await agentThat((_, response) => response.writeHead(501).end("<html>\n  <b>\u001b[2Jno"));
  const { code, lines } = await doctor(url, "--role", "player");
  expect(code).toBe(1);
  expect(lines).toContain("Not understood: GAME_INVITATION; the last answer was HTTP 501 <html> <b>?[2Jno");
});

test("an agent of this project uses the canonical form, and refuses messages before its registration", async () => {
  const served = await serve(createReferee({ displayName: "ours" }), { port: 0, closeOnSignal: false });
  onTestFinished(() => served.close());
  const { code, lines } = await doctor(served.url, "--role", "referee", "--json");
  expect(code, lines.join("\n")).toBe(1);
  expect(JSON.parse(lines.join("\n"))).toMatchObject({
    role: "referee",
    reachable: true,
    could_play: false,
    form: "canonical",
    not_understood: [{ type: "ROUND_ANNOUNCEMENT" }],
    test: `league-conformance referee --url ${served.url}`,
  });
});

test("an agent that accepts connections and never answers: the method that is waited for is named", async () => {
  const url = await agentThat(() => {});
  const fast: Clock = { ...systemClock, after: (ms, done) => systemClock.after(ms / 50, done) };
  const { context, ended } = startHere(["doctor", url], { folder, clock: fast });
  expect(await ended).toMatchObject({ code: 3 });
  expect(context.errors[0]).toMatch(new RegExp(`^Waiting for ${url} to answer [a-z_/]+ …$`));
});

test("an address at which no agent listens ends with an error that names the address", async () => {
  const { code, lines } = await doctor("http://127.0.0.1:9");
  expect([code, lines]).toEqual([
    3,
    [
      "http://127.0.0.1:9/mcp does not answer. Start the agent, or check the address and the port at which it listens.",
    ],
  ]);
});

test("an invalid address is an error", async () => {
  const { code, errors } = await doctor("127.0.0.1");
  expect(code).toBe(2);
  expect(errors.join("\n")).toContain("an http or https URL");
});
