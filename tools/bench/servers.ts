/** How many requests a second each server answers over HTTP, and how much processor time one costs it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";
import { assertAcknowledgement, requestText } from "./game-over.ts";
import { type Contender, inRounds, quantile, ratios, rowOf, type Section } from "./report.ts";

const connections = 32;
const OURS = "@league-v2/sdk";

const contenders = [
  { name: "bare node:http", program: "bare", remark: "parses and writes JSON, validates nothing" },
  { name: OURS, program: "league", remark: "validates request and reply" },
  { name: "fastify 5", program: "fastify", remark: "validates the request" },
  { name: "fastify 5 with Ajv", program: "fastify-ajv", remark: "validates request and reply" },
  { name: "jayson 5", program: "jayson", remark: "validates nothing" },
  { name: "jayson 5 with Ajv", program: "jayson-ajv", remark: "validates request and reply" },
  { name: "@open-rpc/server-js 1.10", program: "open-rpc", remark: "validates the request" },
];

interface Running extends Contender {
  readonly program: string;
  readonly process: ChildProcess;
  readonly url: string;
  /** Requests answered a second that the process was running, of each round. */
  readonly perCpuSecond: number[];
}

export async function servers(isQuick: boolean): Promise<Section[]> {
  const { rounds, seconds, warmUp } = isQuick
    ? { rounds: 1, seconds: 0.1, warmUp: 0.1 }
    : { rounds: 15, seconds: 0.6, warmUp: 2 };
  const running = await Promise.all(contenders.map(start));
  try {
    for (const { url } of running) await load(url, warmUp);
    const rows = await inRounds(running, rounds, async (server) => {
      const before = await cpuSeconds(server);
      const { replies, perSecond } = await load(server.url, seconds);
      server.perCpuSecond.push(replies / ((await cpuSeconds(server)) - before));
      return perSecond;
    });
    return [
      limited({
        title: `Servers on loopback, ${connections} keep-alive connections: requests answered a second`,
        unit: "requests/s",
        rows,
      }),
      limited({
        title: "The same by processor time: requests answered a second that the server's process was running",
        unit: "requests/s",
        rows: running.map((server) => rowOf(server, server.perCpuSecond)),
      }),
    ];
  } finally {
    for (const { process } of running) process.disconnect();
  }
}

async function start(contender: (typeof contenders)[number]): Promise<Running> {
  const process = fork(join(import.meta.dirname, "server.ts"), [contender.program]);
  process.on("exit", (code) => {
    if (code !== 0) throw new Error(`the server ${contender.program} has ended with ${code}`);
  });
  const url = `http://127.0.0.1:${await numberFrom(process)}/mcp`;
  const reply = await fetch(url, { method: "POST", headers, body: requestText });
  assertAcknowledgement(await reply.text());
  return { ...contender, process, url, perCpuSecond: [] };
}

async function numberFrom(process: ChildProcess): Promise<number> {
  const [answer] = await once(process, "message");
  return answer;
}

function cpuSeconds({ process }: Running): Promise<number> {
  process.send("time");
  return numberFrom(process);
}

const headers = { "content-type": "application/json", accept: "application/json" };

async function load(url: string, duration: number): Promise<{ replies: number; perSecond: number }> {
  const result = await autocannon({
    url,
    method: "POST",
    headers,
    body: requestText,
    connections,
    duration,
    sampleInt: 10,
  });
  if (result.errors + result.non2xx > 0) throw new Error(`${url}: ${result.errors + result.non2xx} errors`);
  const replies = result["2xx"];
  return { replies, perSecond: replies / ((Number(result.finish) - Number(result.start)) / 1000) };
}

/** Ours is to be ahead of the others that a user would take, in the same run. */
function limited(section: Section): Section {
  const peers = section.rows.filter(({ name }) => name.startsWith("fastify") || name.startsWith("jayson"));
  const is = Math.max(...peers.map((row) => quantile(ratios(section, row), 0.5)));
  const limit = { of: "ratio", at: "least", is } as const;
  return { ...section, rows: section.rows.map((row) => (row.name === OURS ? { ...row, limit } : row)) };
}
