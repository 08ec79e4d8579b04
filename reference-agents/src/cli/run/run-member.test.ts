import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLeagueManager, StartupError, systemClock } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { SimulatedClock } from "@league-v2/sdk/testing";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { RegistrationFile } from "../../files/index.js";
import { startHere } from "../cli-context.fixture.js";
import { Records } from "./records.js";
import { atSavedPort, savedPort } from "./run-member.js";

/** A league whose manager never sends a shutdown. */
async function forgottenLeague() {
  const manager = await serve(createLeagueManager({ players: 2, referees: 1 }), { closeOnSignal: false });
  const clock = new SimulatedClock();
  const agents = ["referee --name R", "player --name A", "player --name B"].map(
    async (line) => (await startHere(`${line} --league ${manager.url}`, { clock }).ended).code,
  );
  await manager.agent.ended;
  return { manager, clock, agents };
}

describe("a referee or a player without a shutdown message", () => {
  it("ends ten seconds after the end of its league, the deadline of SHUTDOWN_COMMAND", async () => {
    const { manager, clock, agents } = await forgottenLeague();
    let ended = 0;
    for (const agent of agents) void agent.then(() => ended++);
    await clock.advance(9_999);
    expect(ended).toBe(0);
    await clock.advance(1);
    expect(await Promise.all(agents)).toEqual([0, 0, 0]);
    await manager.close();
  });

  it("ends at once when it is shut down within that time, and leaves no timer", async () => {
    const { manager, clock, agents } = await forgottenLeague();
    await manager.agent.shutDownAgents("the league is over");
    expect(await Promise.all(agents)).toEqual([0, 0, 0]);
    expect(clock.pending).toBe(0);
    await manager.close();
  });
});

/** An answer for which no call waits, sent as a request: the gateway of any agent warns of it. */
const pushed = {
  jsonrpc: "2.0",
  id: 1,
  method: "choose_parity_response",
  params: {
    protocol: "league.v2",
    message_type: "CHOOSE_PARITY_RESPONSE",
    sender: "player:P01",
    timestamp: "2026-01-15T10:00:00.000Z",
    conversation_id: "conv-1",
    match_id: "R1M1",
    parity_choice: "even",
  },
};
const warning = "an answer that came as a request is refused: no CHOOSE_PARITY_RESPONSE is awaited in R1M1";
it.each([
  ["referee", "referee --name R --no-register", "logs/referee-R.log.jsonl"],
  ["league manager", "manager --players 2 --referees 1", "league.log.jsonl"],
])(
  "the operator reads what the gateway of a %s warns of, and the log has it once",
  async (_role, line, file) => {
    const data = newFolder();
    const agent = startHere(`${line} --port 0 --data ${data}`);
    const [url = ""] = await agent.line(/http:\S+mcp/);
    const headers = { "content-type": "application/json" };
    await fetch(url, { method: "POST", headers, body: JSON.stringify(pushed) });
    await agent.line(new RegExp(warning));
    agent.signal("SIGTERM");
    await agent.ended;
    const log = await readFile(join(data, file), "utf8");
    expect(log.match(new RegExp(warning, "g"))).toHaveLength(1);
  },
);

it("of what a gateway logs, the operator reads the warnings only, without control characters", async () => {
  const folder = newFolder();
  const options = {
    folder,
    logFile: "log.jsonl",
    level: "info",
    clock: systemClock,
    target: "nowhere",
  } as const;
  const records = await Records.open(options, "REF01");
  const shown: string[] = [];
  const log = records.withWarnings(() => "REF01", { error: (line) => void shown.push(line) });
  log({ level: "info", message: "P01 speaks another form" });
  log({ level: "warn", message: "P02\n invites no player" });
  await records.close();
  expect(shown).toEqual(["P02? invites no player"]);
  expect(await readFile(join(folder, "log.jsonl"), "utf8")).toContain("P01 speaks another form");
});

const taken = new StartupError("PORT_IN_USE", "port 8101 is in use already", "Stop it.");

async function keeperOf(endpoint: string): Promise<RegistrationFile> {
  const folder = newFolder();
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
