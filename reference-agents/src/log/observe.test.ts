import { createPlayer, type LogEntry } from "@league-v2/sdk";
import { SimulatedPlatform } from "@league-v2/sdk/testing";
import { describe, expect, it } from "vitest";
import { smallPlan } from "../league/league.fixture.js";
import { playInMemory } from "../play/play-in-memory.js";
import type { JsonLog } from "./json-log.js";
import { observe } from "./observe.js";

/** Collects entries instead of writing them. */
function collected(): JsonLog & { entries: (LogEntry & { agent: string })[] } {
  const entries: (LogEntry & { agent: string })[] = [];
  return {
    entries,
    for: (id) => (entry) => void entries.push({ agent: id(), ...entry }),
    writes: () => true,
    close: () => {},
  };
}

describe("an observed league", () => {
  it("logs every message at its sender and at its receiver, with type and conversation", async () => {
    const log = collected();
    await playInMemory(smallPlan({ players: 2, referees: 1 }), { log });
    const invitations = log.entries.filter(({ message_type }) => message_type === "GAME_INVITATION");
    const linesOf = (agent: string, verb: string) =>
      invitations.filter((entry) => entry.agent === agent && entry.message.startsWith(verb));
    expect(linesOf("REF01", "sends")).toHaveLength(2);
    expect(linesOf("P01", "receives")).toHaveLength(1);
    expect(linesOf("P02", "receives")).toHaveLength(1);
    for (const entry of invitations) expect(entry.conversation_id).toMatch(/^conv-R1M1-/);
    const join = log.entries.find(
      (entry) => entry.agent === "P01" && entry.message === "answers GAME_JOIN_ACK",
    );
    expect(join?.data).toMatchObject({ body: { match_id: "R1M1", accept: true } });
  });

  it("logs refusals, batches and text that is not JSON", async () => {
    const entries: LogEntry[] = [];
    const platform = new SimulatedPlatform();
    const player = observe(createPlayer({ displayName: "A", choose: () => "even" }));
    const running = platform.connect(
      {
        role: "player",
        connect: (agentContext) =>
          player.connect({ ...agentContext, log: (entry) => void entries.push(entry) }),
      },
      8101,
    );
    const post = (body: string) =>
      running.handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
    await post('[{"jsonrpc":"2.0","method":"ping","id":1},{"jsonrpc":"2.0","method":"no_such","id":2}]');
    await post("{");
    expect(entries.map(({ message }) => message)).toEqual([
      "receives ping",
      "receives no_such",
      "answers a message",
      "answers Method not found",
      "answers Parse error",
    ]);
  });
});
