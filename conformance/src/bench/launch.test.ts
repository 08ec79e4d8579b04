/** What is said of an agent that does not start, and what of the suite. */
import { expect, test } from "vitest";
import { Codec } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import { simulatedStage } from "../stage/simulated-stage.js";
import type { Exit, Instance, Subject } from "../subject/subject.js";
import { createContext, startLimit } from "./context.js";
import { launchInstance } from "./launch.js";

interface Start {
  isReady: boolean;
  /** Processor time that it has used whenever it is asked for; where they are given, it is ready after the last of them. */
  cpu_ms?: number[];
  exit?: Exit;
  output?: string;
  endedBySuite?: boolean;
  /** Where it listens, if not where it was told to. */
  port?: number;
}

/** A subject whose instances start as they are told here, one after the other. */
function starting(...starts: Start[]) {
  const stage = simulatedStage(1);
  const left = [...starts];
  const subject: Subject = {
    label: "agent",
    canStart: true,
    canRestart: false,
    capacity: Number.POSITIVE_INFINITY,
    launch: async ({ name, port }) => {
      const start = left.shift();
      if (start === undefined) throw new Error("one start too many");
      const instance: Instance = {
        name,
        url: `http://127.0.0.1:${start.port ?? port}/mcp`,
        exited: new Promise(() => undefined),
        hasEnded: () => start.exit !== undefined,
        exit: () => (start.endedBySuite === true ? undefined : start.exit),
        endedBySuite: () => start.endedBySuite === true,
        cpu_ms: () => (start.cpu_ms === undefined ? 100 : start.cpu_ms.shift()),
        output: () => start.output ?? "",
        ready: async () => start.isReady && (start.cpu_ms ?? []).length <= 1,
        kill: async () => undefined,
        stop: async () => undefined,
      };
      return instance;
    },
    close: async () => undefined,
  };
  const codec = new Codec(loadProfile("canonical"));
  const context = createContext({ role: "player", stage, subject, seed: 1, codec, cores: 2 });
  const launch = () => stage.run(() => launchInstance(context, { name: "agent-1", league: "http://l/mcp" }));
  return { context, launch, left };
}

test("an agent that is too slow is started once more, alone", async () => {
  const { context, launch } = starting({ isReady: false }, { isReady: true });
  await launch();
  expect(context.instances.started).toBe(2);
});

test("an agent that is too slow alone, too, is told with its time and its output", async () => {
  const { launch } = starting({ isReady: false }, { isReady: false, output: "still loading" });
  await expect(launch()).rejects.toThrow(
    /^the agent did not open its port within \d+ ms; its last output:\nstill loading \(also when it was started alone\)$/,
  );
});

test("an agent that still works on its start is waited for longer, one that waits is not", async () => {
  const busy = starting({ isReady: true, cpu_ms: [0, 5_000, 10_000] });
  await busy.launch();
  expect(busy.context.instances.started).toBe(1);
  const idle = starting({ isReady: true, cpu_ms: [500, 510, 520, 530] }, { isReady: true });
  await idle.launch();
  expect(idle.context.instances.started).toBe(2);
});

test("the limit of a start follows from the first one, and has a least and a most", () => {
  const { context } = starting();
  const limitAfter = (wall_ms: number) => startLimit({ ...context, startCost: { wall_ms } });
  expect([100, 20_000, 100_000].map(limitAfter)).toEqual([30_000, 80_000, 120_000]);
});

test("an agent that ends by itself is not started again, and its exit is named", async () => {
  const exit = { code: 7, signal: null, at_ms: 0 };
  const { launch, left } = starting({ isReady: false, exit, output: "no config" }, { isReady: true });
  await expect(launch()).rejects.toThrow(
    /ended \d+ ms after its start \(exit code 7\); its last output:\nno config/,
  );
  expect(left.length).toBe(1);
});

test("an instance that the suite has ended is not said to have ended", async () => {
  const exit = { code: null, signal: "SIGTERM", at_ms: 0 };
  const { launch } = starting({ isReady: false, exit, endedBySuite: true });
  await expect(launch()).rejects.toThrow("the run ended while the agent was starting");
});

test("another port is tried when the first was taken meanwhile", async () => {
  const exit = { code: 1, signal: null, at_ms: 0 };
  const { context, launch } = starting({ isReady: false, exit, output: "EADDRINUSE" }, { isReady: true });
  await launch();
  expect(context.instances.started).toBe(2);
});

test("an agent that keeps to a port of its own runs one instance at a time", async () => {
  const { context, launch } = starting({ isReady: true, port: 8101 });
  expect(context.oneInstance).toBe(false);
  await launch();
  expect(context.oneInstance).toBe(true);
});

test("the first start decides how many start at once", async () => {
  const { context, launch } = starting({ isReady: true });
  expect(context.startsAtOnce).toBe(1);
  await launch();
  expect(context.startCost).toMatchObject({ cpu_ms: 100 });
});
