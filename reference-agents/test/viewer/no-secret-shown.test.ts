/** The viewer of a league, over HTTP, live and in files, shows no secret and no path of the machine. */
import { readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createPlayer, createReferee } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { expect, test } from "vitest";
import { freePort } from "../../../tools/gate/free-port.js";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { start } from "../league-process.js";
import { eventsIn } from "./viewed-leagues.js";

const bearer = "a-secret-of-this-deployment-0123456789";
const folder = newFolder();

test("the live page, its stream, and the page of a tap have no secret", async () => {
  writeFileSync(join(folder, "secret"), bearer, { mode: 0o600 });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const players = 3;
  const manager = start(
    `manager --port ${port} --players ${players} --referees 1 --stay --data data --bearer-file secret`,
    { folder },
  );
  await manager.line(/watch it at/);
  const tap = start(`tap --target ${address}/mcp --html tap.html --report tap.json`, { folder });
  const [, tapped = ""] = await tap.line(/tap listens on (\S+)/);

  const options = { bearer, closeOnSignal: false };
  const agents = await Promise.all([
    serve(createReferee({ displayName: "Whistle" }), { ...options, league: `${address}/mcp` }),
    // One player is recorded by the tap, and one has a strategy that fails with a path in its message.
    ...Array.from({ length: players }, (_, index) =>
      serve(createPlayer({ displayName: `Player ${index}`, choose: index === 1 ? failing : () => "even" }), {
        ...options,
        league: index === 0 ? tapped : `${address}/mcp`,
      }),
    ),
  ]);
  const tokens = await Promise.all(agents.map(async ({ agent }) => (await agent.registered).auth_token));
  expect(new Set(tokens).size).toBe(players + 1);
  const headers = { authorization: `Bearer ${bearer}`, accept: "text/html" };
  const stream = await readUntil(`${address}/events`, '"league_completed"', headers);
  const page = await text(`${address}/`, headers);
  for (const path of ["/", "/events"]) {
    const refused = await fetch(address + path, { headers: { accept: "text/html" } });
    expect([path, refused.status]).toEqual([path, 401]);
    expectNothingSecret(await refused.text(), tokens);
  }
  await Promise.all(agents.map((agent) => agent.close()));
  for (const command of [tap, manager]) {
    command.signal("SIGTERM");
    await command.ended;
  }

  expect(stream).toContain("MATCH_RESULT_REPORT");
  expectNothingSecret(stream, tokens);
  expectNothingSecret(page, tokens);
  const saved = readFileSync(join(folder, "tap.html"), "utf8");
  expect(eventsIn(saved)).toContain("LEAGUE_REGISTER_REQUEST");
  for (const shown of [saved, eventsIn(saved), readFileSync(join(folder, "tap.json"), "utf8")])
    expectNothingSecret(shown, tokens);
});

function failing(): never {
  throw new Error(`cannot read ${folder}/strategy.json`);
}

function expectNothingSecret(shown: string, tokens: readonly string[]): void {
  const machine = [folder, join(tmpdir(), "/"), join(homedir(), "/"), process.cwd()];
  const found = [bearer, ...tokens, ...machine].filter((secret) => shown.includes(secret));
  expect(found).toEqual([]);
}

async function text(url: string, headers: Record<string, string>): Promise<string> {
  const reply = await fetch(url, { headers });
  expect(reply.status).toBe(200);
  return reply.text();
}

/** The text of the response until this word. */
async function readUntil(url: string, word: string, headers: Record<string, string>): Promise<string> {
  const reply = await fetch(url, { headers });
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of reply.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes(word)) break;
  }
  return text;
}
