/** Non-standard acceptances of a registration: the player registers once. */
import { describe, expect, it } from "vitest";
import { createPlayer, createReferee } from "../../src/index.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message } from "../peers/environment.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import type { ReceivedRequest } from "../peers/scripted-peer.js";

type Answer = (
  request: ReceivedRequest,
) => { readonly result: unknown; readonly error?: null } | { status: number; body: string };

const whole = (fields: Message) => ({
  protocol: "league.v2",
  message_type: "LEAGUE_REGISTER_RESPONSE",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv",
  status: "ACCEPTED",
  player_id: "P07",
  auth_token: "secret",
  ...fields,
});

const acceptances: readonly (readonly [string, Answer])[] = [
  [
    "a numbered sender and error null",
    () => ({ result: whole({ sender: "league_manager:LM01" }), error: null }),
  ],
  ["no token", () => ({ result: whole({ auth_token: null }) })],
  ["an empty token", () => ({ result: whole({ auth_token: "" }) })],
  [
    "no sender and no envelope",
    () => ({ result: { status: "ACCEPTED", player_id: "P07", auth_token: "secret" } }),
  ],
  ["another type name", () => ({ result: whole({ message_type: "REGISTRATION_ACK" }) })],
  ["another status", () => ({ result: whole({ status: "REGISTERED" }) })],
  [
    "everything in an object",
    () => ({ result: { status: "success", data: { player_id: "P07", token: "secret" } } }),
  ],
  [
    "tool content",
    () => ({
      result: { content: [{ type: "text", text: JSON.stringify({ status: "ACCEPTED", player_id: "P07" }) }] },
    }),
  ],
  [
    "no JSON-RPC around it",
    () => ({ status: 200, body: JSON.stringify({ status: "ok", player_id: "P07" }) }),
  ],
];

function registered(answer: Answer, strict = false) {
  const environment = new Environment();
  const manager = new ScriptedManager(environment, { register: answer });
  const player = createPlayer({ displayName: "alpha", choose: () => "even", strict });
  const running = environment.platform.connect(player, 8101, manager.url);
  return {
    manager,
    outcome: environment.run(
      running.registered.then(
        ({ id }) => id,
        (error: Error) => error.name,
      ),
    ),
  };
}

describe("an acceptance with", () => {
  it.each(acceptances)("%s is an acceptance, and there is one registration", async (_what, answer) => {
    const { manager, outcome } = registered(answer);
    expect(await outcome).toBe("P07");
    const registrations = manager.received.filter(({ method }) => method !== "ping");
    expect(registrations).toHaveLength(1);
  });

  it.each(acceptances.slice(0, 5))("%s is no acceptance in strict mode", async (_what, answer) => {
    const { outcome } = registered(answer, true);
    expect(await outcome).toBe("REGISTRATION_FAILED");
  });
});

it.each([
  ["an ok without an id", { status: "ok" }],
  ["an id without a word of acceptance", { player_id: "P07" }],
])("%s is no acceptance", async (_what, result) => {
  const { outcome } = registered(() => ({ result }));
  expect(await outcome).toBe("REGISTRATION_FAILED");
});

it("a non-standard refusal is a refusal", async () => {
  const { outcome } = registered(() => ({ result: { status: "REJECTED", message: "full" } }));
  expect(await outcome).toBe("REGISTRATION_REJECTED");
});

it("a referee accepts an acceptance with an id of any name", async () => {
  const environment = new Environment();
  const manager = new ScriptedManager(environment, {
    register: () => ({ result: { status: "registered", agent_id: "REF09" } }),
  });
  const running = environment.platform.connect(createReferee({ displayName: "Solomon" }), 8001, manager.url);
  expect(await environment.run(running.registered)).toMatchObject({ id: "REF09" });
  expect(running.health().id).toBe("REF09");
  expect(manager.url).toBe(urlOf(8000));
});
