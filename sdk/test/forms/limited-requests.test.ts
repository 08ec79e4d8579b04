/** A peer gets at most 20 requests without an effect, even if each of its refusals names another member. */
import { expect, it } from "vitest";
import type { HttpRequest } from "../../src/http/types.js";
import { createLeagueManager, createPlayer } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { defaultBudget } from "../../src/wire/derive/probe.js";
import { canonicalForm } from "./canonical-form.js";
import { FormReferee } from "./form-referee.js";
import { isHarmless } from "./form-server.js";

const league = urlOf(8000);

it("a referee that reports another missing member of each order gets at most 20 requests without an effect", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = new FormReferee(canonicalForm, urlOf(8001), league, platform.network);
  let harmless = 0;
  let orders = 0;
  platform.network.attach(referee.url, async ({ method, body }: HttpRequest) => {
    const text = String(body);
    if (method === "GET" || isHarmless(text)) harmless += 1;
    else orders += 1;
    // The same order is refused with the same text, and each other one with another text.
    const message = `'part_${Math.floor(orders / 2)}'`;
    const value = JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32603, message } });
    return { status: 200, headers: { "content-type": "application/json" }, body: value };
  });
  await platform.clock.run(referee.register());
  for (const port of [8101, 8102])
    platform.connect(createPlayer({ displayName: `player ${port}`, choose: () => "even" }), port, league);
  await platform.clock.run(manager.ended);
  await manager.close();
  expect(harmless).toBe(defaultBudget.requests);
});
