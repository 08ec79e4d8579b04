/** The processor time of a league for one match, over the least that its exchanges can take. */
import { once } from "node:events";
import { createServer, Agent as HttpAgent, request as httpRequest } from "node:http";
import { type MethodRow, methods, validators } from "@league-v2/contract";
import { type Agent, createLeagueManager, createPlayer, createReferee } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import { atMost, inRounds, type Section } from "./report.ts";

interface Kind {
  readonly title: string;
  readonly floor: string;
  readonly floorOf: (exchanges: readonly Exchange[]) => () => void | Promise<void>;
  readonly play: (players: number) => Promise<number>;
  /** Number of players → times the floor. */
  readonly limits: Readonly<Record<number, number>>;
}

/** Warm-up matches are played before: after them the engine has compiled what a long league runs. */
const full = { rounds: 5, matches: 500, warmUp: 2_000 };
const quick = { rounds: 1, matches: 45, warmUp: 45 };

const inMemory: Kind = {
  title: "Matches in memory",
  floor: "the same messages written, parsed and validated",
  floorOf: floorInMemory,
  play: playInMemory,
  limits: { 10: 3.4, 100: 1.8 },
};

const overHttp: Kind = {
  title: "Matches over HTTP in one process",
  floor: "as many exchanges of the same sizes through bare node:http, both sides",
  floorOf: floorOverHttp,
  play: playOverHttp,
  limits: { 10: 2, 30: 2.1 },
};

/** A larger league would take minutes before the first round. */
const WARM_UP_PLAYERS = 30;

export async function matches(isQuick: boolean): Promise<Section[]> {
  const sections: Section[] = [];
  for (const kind of [inMemory, overHttp]) {
    const counts = isQuick ? [10] : Object.keys(kind.limits).map(Number);
    for (const players of counts) sections.push(await section(kind, players, isQuick ? quick : full));
  }
  return sections;
}

async function section(kind: Kind, players: number, sizes: typeof full): Promise<Section> {
  const { title, floor, floorOf, play, limits } = kind;
  const exchanges: Exchange[] = [];
  const count = await playInMemory(players, exchanges);
  const repeat = floorOf(exchanges);
  const repeated = async () => {
    await repeat();
    return count;
  };
  const limit = limits[players];
  const league = { name: "the league", work: () => play(players), ...(limit && { limit: atMost(limit) }) };
  await cpuMilliseconds(repeated, sizes.warmUp);
  await cpuMilliseconds(() => play(Math.min(players, WARM_UP_PLAYERS)), sizes.warmUp);
  const rows = await inRounds(
    [{ name: "floor", work: repeated, remark: floor }, league],
    sizes.rounds,
    ({ work }) => cpuMilliseconds(work, sizes.matches),
  );
  const each = (exchanges.length / count).toFixed(1);
  return {
    title: `${title}, ${players} players, ${count} matches of ${each} exchanges: processor time for one match`,
    unit: "ms",
    rows,
  };
}

/** For one match, over as many repetitions as it takes to play that many. */
async function cpuMilliseconds(work: () => Promise<number>, matches: number): Promise<number> {
  const before = process.cpuUsage();
  let played = 0;
  while (played < matches) played += await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / played;
}

const rows = new Map<string, MethodRow>(Object.entries(methods));

/**
 * Each message is written, parsed and validated; the reply is validated where it is sent, too. By the validators that find all
 * faults: with faster ones in the agents, a match costs less of the same floor.
 */
function floorInMemory(exchanges: readonly Exchange[]): () => void {
  const messages = exchanges.map(({ request, reply }) => ({
    request: JSON.parse(request),
    reply: reply === "" ? null : JSON.parse(reply),
  }));
  return () => {
    for (const { request, reply } of messages) {
      const row = rows.get(request.method);
      if (row === undefined) throw new Error(`no row for ${request.method}`);
      demand(row.request, JSON.parse(JSON.stringify(request)).params);
      if (reply === null) continue;
      const answer = row.reply ?? row.ack;
      demand(answer, reply.result);
      demand(answer, JSON.parse(JSON.stringify(reply)).result);
    }
  };
}

function demand(type: string | null, message: unknown): void {
  const validate = validators[type ?? ""];
  if (validate === undefined || validate(message)) return;
  throw new Error(`a recorded message is invalid: ${JSON.stringify(validate.errors?.[0])}`);
}

/** As many requests at a time: about what a round of a league has under way. */
const TOGETHER = 32;

/** All exchanges over `node:http`, both sides of it: the bodies are there already, and nothing is parsed. */
function floorOverHttp(exchanges: readonly Exchange[]): () => Promise<void> {
  return async () => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        response.setHeader("content-type", "application/json");
        response.end(exchanges[Number(request.headers["x-exchange"])]?.reply);
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const agent = new HttpAgent({ keepAlive: true });
    const send = (index: number) =>
      new Promise<void>((resolve, reject) => {
        const headers = { "content-type": "application/json", "x-exchange": String(index) };
        httpRequest({ port, host: "127.0.0.1", path: "/mcp", method: "POST", agent, headers })
          .on("error", reject)
          .on("response", (incoming) => incoming.resume().on("end", resolve))
          .end(exchanges[index]?.request);
      });
    let next = 0;
    const worker = async () => {
      while (next < exchanges.length) await send(next++);
    };
    await Promise.all(Array.from({ length: TOGETHER }, worker));
    agent.destroy();
    await once(server.close(), "close");
  };
}

/** One request and its reply, empty where no answer is due. */
export interface Exchange {
  readonly request: string;
  readonly reply: string;
}

/** A league of players that choose at random; all of its agents run in this one process. */
function agentsOf(playerCount: number) {
  const members: readonly Agent[] = [
    ...Array.from({ length: 4 }, (_, index) =>
      createReferee({ displayName: `Referee ${index + 1}`, maxConcurrentMatches: playerCount }),
    ),
    ...Array.from({ length: playerCount }, (_, index) =>
      createPlayer({
        displayName: `Player ${index + 1}`,
        choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd"),
      }),
    ),
  ];
  return { members, manager: createLeagueManager({ players: playerCount, referees: 4 }) };
}

/** On simulated time, every message validated where it is sent and where it arrives. Resolves with the number of matches. */
export async function playInMemory(playerCount: number, record?: Exchange[]): Promise<number> {
  const platform = new SimulatedPlatform({ seed: playerCount });
  if (record !== undefined) recordInto(record, platform);
  const { members, manager } = agentsOf(playerCount);
  const league = urlOf(8000);
  const running = platform.connect(manager, 8000);
  const joined = members.map((agent, index) => platform.connect(agent, 8001 + index, league));
  const { total_matches } = await platform.clock.run(running.ended);
  await Promise.all([...joined, running].map((agent) => agent.close()));
  return total_matches;
}

function recordInto(record: Exchange[], { network }: SimulatedPlatform): void {
  const send = network.send.bind(network);
  network.send = async (request) => {
    const reply = await send(request);
    record.push({ request: request.body, reply: reply.body });
    return reply;
  };
}

/** On loopback: each agent has its own server and its own connections to the others, as on machines of their own. */
export async function playOverHttp(playerCount: number): Promise<number> {
  // A hundred servers would be a hundred listeners for one signal.
  const quietly = { closeOnSignal: false };
  const { members, manager } = agentsOf(playerCount);
  const running = await serve(manager, quietly);
  const joined = await Promise.all(members.map((agent) => serve(agent, { ...quietly, league: running.url })));
  const { total_matches } = await running.agent.ended;
  await Promise.all([...joined, running].map((served) => served.close()));
  return total_matches;
}
