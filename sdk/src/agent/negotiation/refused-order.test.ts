import { describe, expect, it } from "vitest";
import { RpcReplyError } from "../../client/errors.js";
import type { Exchange } from "../../wire/derive/types.js";
import { WireFormRegistry } from "../../wire/index.js";
import { isRefusedOrder } from "./refused-order.js";

const place = { method: "run_match", url: "http://127.0.0.1:8001/mcp" };
const order = { protocol: "league.v2", message_type: "RUN_MATCH", match_id: "R1M1", player_A_id: "P01" };
const failed = (message: string) => new RpcReplyError(place, { code: -32603, message }, 200);
const asked = new WireFormRegistry().mustBe("canonical");

/** @param said the referee's answer to an order without a match */
const judged = (message: string, text: string) =>
  isRefusedOrder(failed(message), order, asked, async (request): Promise<Exchange> => {
    expect(JSON.stringify(request)).not.toContain("R1M1");
    const error = { code: -32603, message: text };
    return { by: "us", request, status: 200, reply: { jsonrpc: "2.0", id: 1, error } };
  });

describe("an order that failed with an internal error", () => {
  const missing = "Missing player1 or player2 in params";

  it("was refused if an order without a match fails with the same text", async () => {
    expect(await judged(missing, missing)).toBe(true);
  });

  it("was refused if an order without players for an unknown match fails with the same text", async () => {
    const ask = async (request: unknown): Promise<Exchange> => {
      const hasMatch = JSON.stringify(request).includes('"match_id":"none"');
      const message = hasMatch ? missing : "missing match_id";
      expect(JSON.stringify(request)).not.toContain("P01");
      const reply = { jsonrpc: "2.0", id: 1, error: { code: -32603, message } };
      return { by: "us", request, status: 200, reply };
    };
    expect(await isRefusedOrder(failed(missing), order, asked, ask)).toBe(true);
  });

  it("was refused if the error is about the object of the whole message", async () => {
    expect(await judged("'message'", "'message'")).toBe(true);
  });

  it.each([
    ["'payload'", true],
    ["'other_member'", false],
  ])("an announcement that failed with %s was refused: %s", async (message, isRefused) => {
    const announcement = { ...order, message_type: "ROUND_ANNOUNCEMENT", matches: [{ match_id: "R1M1" }] };
    const ask = async (request: unknown): Promise<Exchange> => {
      expect(JSON.stringify(request)).not.toContain("R1M1");
      const error = { code: -32603, message };
      return { by: "us", request, status: 200, reply: { jsonrpc: "2.0", id: 1, error } };
    };
    expect(await isRefusedOrder(failed(message), announcement, asked, ask)).toBe(isRefused);
  });

  it.each([
    ["if an order without a match fails with another text", missing, "missing match_id"],
    ["if the text names no member", "Internal error", "Internal error"],
    ["if the named member was present", "missing match_id", "missing match_id"],
  ])("may have had its effect %s", async (_when, message, text) => {
    expect(await judged(message, text)).toBe(false);
  });
});
