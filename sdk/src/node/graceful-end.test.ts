import { afterEach, describe, expect, it } from "vitest";
import { type Program, sdkSource, startProgram } from "../../test/program.js";
import { createLeagueManager } from "../league/create-league-manager.js";
import type { LeagueEvent } from "../manager/events.js";
import type { RecordedResult } from "../manager/store.js";
import { createPlayer } from "../player/create-player.js";
import { createReferee } from "../referee/create-referee.js";
import { nodeTransport } from "./node-transport.js";
import { serve } from "./serve.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open<T extends { close(): Promise<void> }>(serving: Promise<T>): Promise<T> {
  const served = await serving;
  opened.push(served);
  return served;
}

/** An event that happens once; any number of callers may wait for it. */
function latch() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A program that serves one agent and prints its address. */
const program = (imports: string, agent: string, league: string, graceMs = 20_000) =>
  startProgram(`
    ${imports}
    import { serve } from ${sdkSource("node/index.ts")};
    const served = await serve(${agent}, { league: "${league}", graceMs: ${graceMs} });
    process.on("SIGTERM", () => console.log("ending"));
    console.log("listens at " + served.url);
  `);

const refereeProgram = (league: string, graceMs?: number) =>
  program(
    `import { createReferee } from ${sdkSource("referee/create-referee.ts")};`,
    'createReferee({ displayName: "R" })',
    league,
    graceMs,
  );

async function urlOf({ said }: Program): Promise<string> {
  return /listens at (\S+)\n/.exec(await said("\n"))?.[1] ?? "";
}

const outsider = nodeTransport({ limits: { bodyBytes: 100_000 } });
afterEach(() => outsider.close());

async function ask(url: string, method: string, params: object): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return (await outsider.send({ url, body, signal: new AbortController().signal })).body;
}

const runMatch = {
  protocol: "league.v2",
  message_type: "RUN_MATCH",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-late",
  league_id: "league_even_odd",
  round_id: 9,
  match_id: "R9M9",
  game_type: "even_odd",
  player_A_id: "P01",
  player_A_endpoint: "http://127.0.0.1:9/mcp",
  player_B_id: "P02",
  player_B_endpoint: "http://127.0.0.1:9/mcp",
};

/** A league whose players choose only when they are released. */
async function thinkingLeague() {
  const [asked, gate] = [latch(), latch()];
  let record: (result: RecordedResult) => void = () => {};
  const recorded = new Promise<RecordedResult>((resolve) => {
    record = resolve;
  });
  const onEvent = (event: LeagueEvent) => void (event.type === "result_recorded" && record(event.result));
  const manager = await open(
    serve(createLeagueManager({ players: 2, referees: 1, onEvent }), { closeOnSignal: false }),
  );
  const addPlayer = (displayName: string) =>
    open(
      serve(
        createPlayer({
          displayName,
          choose: async () => {
            asked.open();
            await gate.opened;
            return "even" as const;
          },
        }),
        { league: manager.url, closeOnSignal: false },
      ),
    );
  return { manager, addPlayer, asked, gate, recorded };
}

describe("a referee that gets SIGTERM in a match", () => {
  it("accepts no other match, finishes and reports this one, and ends", async () => {
    const { manager, addPlayer, asked, gate, recorded } = await thinkingLeague();
    const referee = await refereeProgram(manager.url);
    const url = await urlOf(referee);
    await addPlayer("A");
    await addPlayer("B");
    await asked.opened;
    referee.child.kill("SIGTERM");
    await referee.said("ending");
    expect(await ask(url, "run_match", runMatch)).toContain("E008");
    expect(await ask(url, "run_match", { ...runMatch, match_id: "R1M1" })).toContain("acknowledged");
    gate.open();
    expect(await recorded).toMatchObject({ match_id: "R1M1", choices: { P01: "even", P02: "even" } });
    expect(await referee.ended).toEqual({ code: 0, signal: null });
  });

  it("ends at once on a second SIGTERM", async () => {
    const { manager, addPlayer, asked, gate } = await thinkingLeague();
    const referee = await refereeProgram(manager.url);
    await urlOf(referee);
    await addPlayer("A");
    await addPlayer("B");
    await asked.opened;
    referee.child.kill("SIGTERM");
    referee.child.kill("SIGINT");
    expect(await referee.ended).toEqual({ code: 0, signal: null });
    gate.open();
  });

  it("waits no longer than its grace period", async () => {
    const { manager, addPlayer, asked, gate } = await thinkingLeague();
    const referee = await refereeProgram(manager.url, 50);
    await urlOf(referee);
    await addPlayer("A");
    await addPlayer("B");
    await asked.opened;
    referee.child.kill("SIGTERM");
    expect(await referee.ended).toEqual({ code: 0, signal: null });
    gate.open();
  });
});

describe("a player that gets SIGTERM in a match", () => {
  it("finishes the match, and ends", async () => {
    const { manager, addPlayer, asked, gate, recorded } = await thinkingLeague();
    await open(serve(createReferee({ displayName: "R" }), { league: manager.url, closeOnSignal: false }));
    const player = await program(
      `import { createPlayer } from ${sdkSource("player/create-player.ts")};`,
      'createPlayer({ displayName: "B", choose: () => "odd" })',
      manager.url,
    );
    await urlOf(player);
    await addPlayer("A");
    await asked.opened;
    player.child.kill("SIGTERM");
    gate.open();
    expect(await recorded).toMatchObject({ status: "WIN", choices: { P01: "odd", P02: "even" } });
    expect(await player.ended).toEqual({ code: 0, signal: null });
  });
});

it("an idle agent ends at once on SIGTERM", async () => {
  const { manager } = await thinkingLeague();
  const referee = await refereeProgram(manager.url);
  await urlOf(referee);
  referee.child.kill("SIGTERM");
  expect(await referee.ended).toEqual({ code: 0, signal: null });
});
