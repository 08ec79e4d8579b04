import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { RegistrationFile } from "../files/index.js";
import { atSavedPort, savedPort } from "./run-member.js";

const taken = new StartupError("PORT_IN_USE", "port 8101 is in use already", "Stop it.");

async function keeperOf(endpoint: string): Promise<RegistrationFile> {
  const folder = await mkdtemp(join(tmpdir(), "league-port-"));
  const keeper = new RegistrationFile(folder, {
    role: "player",
    name: "A",
    league: "http://127.0.0.1:8000/mcp",
  });
  await keeper.save({ endpoint, conversation_id: "conv-1", registration: null });
  return keeper;
}

describe("the port of an agent that is restarted", () => {
  it("is the port of its earlier run, unless the options name one", async () => {
    const keeper = await keeperOf("http://127.0.0.1:8101/mcp");
    expect(await savedPort(keeper, { port: 0 })).toBe(8101);
    expect(await savedPort(keeper, { port: 9000 })).toBeNull();
    expect(await savedPort(keeper, { port: 0, endpoint: "http://agent.example/mcp" })).toBeNull();
    expect(await savedPort(null, { port: 0 })).toBeNull();
  });

  it("is another port if a different process uses it now", async () => {
    const tried: number[] = [];
    const serve = async (port: number) => {
      tried.push(port);
      if (port === 8101) throw taken;
      return port;
    };
    expect(await atSavedPort(8101, 0, serve)).toBe(0);
    expect(tried).toEqual([8101, 0]);
  });

  it("is not changed for other reasons, or without an earlier run", async () => {
    await expect(atSavedPort(null, 8101, () => Promise.reject(taken))).rejects.toBe(taken);
    const rejected = new Error("Duplicate name");
    await expect(atSavedPort(8101, 0, () => Promise.reject(rejected))).rejects.toBe(rejected);
  });
});
