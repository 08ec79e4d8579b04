import { gameOver } from "@league-v2/contract";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createAgent, partialHandlers } from "../../index.js";
import { SimulatedPlatform } from "../../testing/index.js";
import type { Handler } from "../core/handlers.js";

const handler = vi.fn<Handler<"notify_match_result">>();
const onError = vi.fn<Handler<"notify_game_error">>((error, context) =>
  context.reply(error, { player_id: "P01", status: "ACKNOWLEDGED" }),
);
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
  handler.mockReset();
  onError.mockClear();
  handler.mockImplementation((result, context) =>
    context.reply(result, { player_id: "P01", status: "ACKNOWLEDGED" }),
  );
});

const agent = createAgent("player", "player:P01", ({ senderIdentity }) => {
  senderIdentity.become("player:P01", "8a53f8b0c1d24e6f9a7b3c5d1e0f2a4b");
  return partialHandlers("player", { notify_match_result: handler, notify_game_error: onError });
});

const message = gameOver(
  { sender: "referee:REF01", timestamp: "2025-01-01T00:00:00Z", conversation_id: "c", auth_token: "t" },
  {
    match_id: "R1M1",
    game_type: "even_odd",
    game_result: {
      status: "WIN",
      winner_player_id: "P01",
      drawn_number: 8,
      number_parity: "even",
      choices: { P01: "even", P02: "odd" },
      reason: "8 is even",
    },
  },
);

async function call(params: unknown, method = "notify_match_result") {
  const platform = new SimulatedPlatform({ log: (_, { message }) => lines.push(message) });
  const running = platform.connect(agent, 8101);
  const body = JSON.stringify({ jsonrpc: "2.0", method, params, id: 1 });
  const request = { method: "POST", path: "/mcp", contentType: "application/json", body };
  return JSON.parse((await running.handle(request)).body);
}

describe("a served method", () => {
  test("passes a valid request to the handler, and returns its valid reply", async () => {
    expect((await call(message)).result).toMatchObject({ match_id: "R1M1", player_id: "P01" });
    expect(handler.mock.calls).toMatchObject([[message, {}]]);
  });

  test("omits nulls in place of absent fields", async () => {
    const { game_type: _, game_result: __, ...common } = message;
    const error = { ...common, message_type: "GAME_ERROR", error_code: "E001" };
    await call({ ...error, error_description: null, violations: null }, "notify_game_error");
    expect(onError.mock.calls[0]?.[0]).toEqual(error);
  });

  test("does not pass an invalid request to the handler", async () => {
    const { error } = await call({ ...message, match_id: 7 });
    expect(error).toMatchObject({ code: -32602, data: { violations: [{ pointer: "/match_id" }] } });
    expect(handler).not.toHaveBeenCalled();
  });

  test("does not send an invalid reply", async () => {
    handler.mockReturnValue({ ...message, status: 7 } as never);
    expect((await call(message)).error).toEqual({ code: -32603, message: "Internal error" });
    expect(lines.join()).toContain("our own reply is invalid");
  });

  test("accepts params by name only", async () => {
    expect((await call([message])).error.code).toBe(-32602);
  });
});
