import { afterEach, describe, expect, it } from "vitest";
import { selfSigned } from "../../test/certificate.js";
import { createLeagueManager } from "../league/create-league-manager.js";
import { createPlayer } from "../player/create-player.js";
import { createReferee } from "../referee/create-referee.js";
import { nodeTransport } from "./node-transport.js";
import { type ServeOptions, serve } from "./serve.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const { key, cert } = selfSigned();
const secure: ServeOptions = {
  closeOnSignal: false,
  tls: { key, cert },
  ca: cert,
  bearer: "a-secret-of-the-deployment",
};

async function open<T extends { close(): Promise<void> }>(serving: Promise<T>): Promise<T> {
  const served = await serving;
  opened.push(served);
  return served;
}

describe("a league over TLS with a bearer secret", () => {
  it("plays until it is complete", async () => {
    const manager = await open(serve(createLeagueManager({ players: 2, referees: 1 }), secure));
    expect(manager.url).toMatch(/^https:/);
    const member = { ...secure, league: manager.url };
    await open(serve(createReferee({ displayName: "R" }), member));
    for (const displayName of ["A", "B"]) {
      await open(serve(createPlayer({ displayName, choose: () => "even" }), member));
    }
    const { standings } = await manager.agent.ended;
    expect(standings.map(({ played }) => played)).toEqual([1, 1]);
  });

  it("refuses agents without the secret, and answers only /health", async () => {
    const manager = await open(serve(createLeagueManager({ players: 2, referees: 1 }), secure));
    const untrusting: ServeOptions = {
      closeOnSignal: false,
      league: manager.url,
      transport: nodeTransport({ limits: { bodyBytes: 10_000 }, ca: cert }),
    };
    await expect(
      serve(createPlayer({ displayName: "X", choose: () => "odd" }), untrusting),
    ).rejects.toMatchObject({
      name: "REGISTRATION_FAILED",
      message: expect.stringContaining("401"),
    });
    const { status } = await nodeTransport({ limits: { bodyBytes: 10_000 }, ca: cert }).send({
      url: manager.url,
      body: '{"jsonrpc":"2.0","method":"ping","id":1}',
      signal: new AbortController().signal,
    });
    expect(status).toBe(401);
  });

  it("does not start with an invalid secret", async () => {
    const starting = serve(createReferee({ displayName: "R" }), { ...secure, bearer: "short" });
    await expect(starting).rejects.toMatchObject({ name: "INVALID_CONFIG" });
  });
});
