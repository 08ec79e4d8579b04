/** How many requests a second each server answers, and how much processor time one costs it. */
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Row, Section } from "../report/section.ts";
import { type LoadGenerator, type ServerUnderTest, startLoadGenerator, startServer } from "./processes.ts";

export interface ServerSizes {
  readonly connections: number;
  readonly rounds: number;
  readonly milliseconds: number;
  /** Before the first round, for each server. */
  readonly warmUpMilliseconds: number;
}

const REFERENCE = "bare node:http";
const OURS = "@league-v2/sdk";

const programs: readonly (readonly [name: string, program: string, remark?: string])[] = [
  [REFERENCE, "./bare.ts", "parses and writes JSON, validates nothing"],
  [OURS, "./league.ts", "validates request and reply"],
  ["fastify 5", "./fastify.ts", "validates the request"],
  ["jayson 5", "./jayson.ts", "validates nothing"],
  ["@open-rpc/server-js 1.10", "./open-rpc.ts", "validates the request"],
];

interface Sample {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

export async function serverSections(sizes: ServerSizes): Promise<Section[]> {
  const generator = startLoadGenerator();
  const servers = await Promise.all(programs.map(([name, program]) => startServer(name, program)));
  const samples = new Map<ServerUnderTest, Sample[]>(servers.map((server) => [server, []]));
  const { connections, milliseconds, warmUpMilliseconds, rounds } = sizes;
  try {
    for (const { port } of servers) {
      await generator.run({ port, connections, milliseconds: warmUpMilliseconds });
    }
    await inRounds(servers, rounds, async (server) => {
      const sample = await measure(generator, server, { connections, milliseconds });
      samples.get(server)?.push(sample);
      return sample.perSecond;
    });
  } finally {
    for (const process of [generator, ...servers]) process.end();
  }
  return [throughput(samples, sizes), processorTime(samples)];
}

async function measure(
  generator: LoadGenerator,
  server: ServerUnderTest,
  load: { connections: number; milliseconds: number },
): Promise<Sample> {
  const before = await server.cpuMicroseconds();
  const { replies, seconds } = await generator.run({ port: server.port, ...load });
  const cpuSeconds = ((await server.cpuMicroseconds()) - before) / 1e6;
  return { perSecond: replies / seconds, perCpuSecond: replies / cpuSeconds };
}

function throughput(samples: ReadonlyMap<ServerUnderTest, Sample[]>, { connections }: ServerSizes): Section {
  const rows = rowsOf(samples, ({ perSecond }) => perSecond);
  const jayson = rows.find((row) => row.name.startsWith("jayson"))?.ratio ?? 0;
  return {
    id: "server-throughput",
    title: `Server over HTTP on loopback, ${connections} keep-alive connections: requests answered a second`,
    reference: REFERENCE,
    rows: rows.map((row) =>
      row.name === OURS
        ? {
            ...row,
            aim: { of: "ratio", at: "least", limit: 0.95 },
            remark: `${row.remark}; ${againstJayson(row.ratio, jayson)}`,
          }
        : row,
    ),
    notes: [
      "Each server answers GAME_OVER with GAME_OVER_ACK in a separate process; a further process puts load on one at a time, in rounds.",
      "The client is kept cheaper than every server, so that the server is what limits the number.",
    ],
  };
}

function againstJayson(ours: number, jayson: number): string {
  return `${(ours / jayson).toFixed(2)} times jayson`;
}

function processorTime(samples: ReadonlyMap<ServerUnderTest, Sample[]>): Section {
  return {
    id: "server-processor-time",
    title: "The same by processor time: requests answered a second that the server's process was running",
    reference: REFERENCE,
    rows: rowsOf(samples, ({ perCpuSecond }) => perCpuSecond),
    notes: [
      "This number does not depend on what else the machine is doing; it counts garbage collection and the kernel's part.",
    ],
  };
}

function rowsOf(samples: ReadonlyMap<ServerUnderTest, Sample[]>, value: (sample: Sample) => number): Row[] {
  const series = [...samples].map(([{ name }, rounds]) => ({ name, values: rounds.map(value) }));
  const reference = series.find(({ name }) => name === REFERENCE)?.values ?? [];
  return series.map(({ name, values }) => {
    const { median: ratio, low, high } = ratioByRound(values, reference);
    const remark = programs.find(([program]) => program === name)?.[2];
    return {
      name,
      ratio,
      low,
      high,
      value: median(values),
      unit: "requests/s",
      ...(remark === undefined ? {} : { remark }),
    };
  });
}
