import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { ownProcesses } from "../../test/processes.js";
import { type Environment, realEnvironment } from "../wire/environment.js";
import { type AgentProcesses, linuxProcesses, portableProcesses } from "./agent-processes.js";
import { commandLauncher } from "./command-launcher.js";
import { splitCommandLine } from "./command-line.js";
import type { Instance, Launcher } from "./subject.js";

const environment = realEnvironment(1);
const HASTE = 8;
/** On its clock a grace period is over sooner. */
const hurried: Environment = {
  ...environment,
  clock: {
    now: () => HASTE * environment.clock.now(),
    after: (ms, run) => environment.clock.after(ms / HASTE, run),
  },
};
let launchers: Launcher[] = [];

afterEach(async () => {
  await Promise.all(launchers.map((one) => one.close()));
  launchers = [];
});

function launcherOf(command: string, processes?: AgentProcesses, own = environment): Launcher {
  const launcher = commandLauncher(own, { words: splitCommandLine(command) }, processes);
  launchers.push(launcher);
  return launcher;
}

const broken = fileURLToPath(new URL("../../test/broken-agent.mjs", import.meta.url));
const commandOf = (agent: string) => `"${process.execPath}" "${broken}" ${agent} --port {port}`;

async function started(launcher: Launcher, name = "one", port?: number): Promise<Instance> {
  const league = "http://127.0.0.1:9/mcp";
  return launcher.launch({ name, league, port: port ?? (await environment.freePort()) });
}

/** The ways of other systems are forced on this one. */
describe.each([
  ["this system", undefined],
  ["darwin", portableProcesses("darwin")],
  ["win32", portableProcesses("win32")],
])("as on %s", (_os, processes) => {
  const launch = (agent: string, port?: number) =>
    started(launcherOf(commandOf(agent), processes), "one", port);

  test("an agent is ready when its port answers, and gone when it is stopped", async () => {
    const instance = await launch("black-hole");
    expect(await instance.ready(10_000)).toBe(true);
    await instance.stop();
    expect(await instance.exited).toMatchObject({ signal: "SIGTERM" });
    expect(instance.exit()).toBe(undefined);
    expect(await instance.ready(10_000)).toBe(false);
  });

  test("an agent that ignores SIGTERM and forks away leaves no process behind", async () => {
    const before = ownProcesses().length;
    const instance = await started(launcherOf(commandOf("forker"), processes, hurried));
    expect(await instance.ready(HASTE * 10_000)).toBe(true);
    while (ownProcesses().length < before + 2) await new Promise((resolve) => setImmediate(resolve));
    await instance.stop();
    expect(await instance.exited).toMatchObject({ signal: "SIGKILL" });
    expect(ownProcesses().length).toBe(before);
  });

  test("an agent that ends at once is not ready, its exit code counts, and its output shows why", async () => {
    const instance = await launch("quitter");
    expect(await instance.ready(10_000)).toBe(false);
    expect(instance.exit()?.code).toBe(7);
    expect(instance.output()).toContain("cannot find the configuration");
    await instance.stop();
  });

  test("an agent is not ready when another program answers on its port", async () => {
    const { port, close } = await environment.listen(() => ({ kind: "reply", status: 200, body: "{}" }));
    const instance = await launch("portless", port);
    expect(await instance.ready(500)).toBe(false);
    expect(instance.exit()).toBe(undefined);
    expect(instance.output()).toContain(`another program listens on ${port}`);
    await close();
  });
});

test("a launch that is still under way when the run ends starts no agent", async () => {
  const before = ownProcesses().length;
  const launcher = launcherOf(commandOf("black-hole"));
  const launching = started(launcher, "one", await environment.freePort());
  await Promise.all([expect(launching).rejects.toThrow("the run has ended"), launcher.close()]);
  expect(ownProcesses().length).toBe(before);
});

test("a program that does not exist is not ready, and the output names it", async () => {
  const instance = await started(launcherOf("/no/such/program"));
  expect(await instance.ready(10_000)).toBe(false);
  expect(instance.output()).toContain("cannot start /no/such/program: there is no such program");
  await instance.stop();
});

test("where the started process leaves the work to another one, its exit code 0 says nothing, however soon that one ends", async () => {
  const launcher = launcherOf(`sh -c '[ {name} = ends ] || ${commandOf("black-hole")} & exit 0'`);
  expect(await (await started(launcher, "lasts")).ready(10_000)).toBe(true);
  expect(await (await started(launcher, "ends")).exited).toMatchObject({ code: null, signal: null });
});

test("where another process of the agent ends a little later than the started one, the exit code counts", async () => {
  const instance = await started(launcherOf("sh -c 'sleep 0.3 & exit 0'"));
  expect(await instance.exited).toMatchObject({ code: 0, signal: null });
});

test("two runs with the same seed on one machine do not end each other's agents", async () => {
  const runs = [1, 1].map((seed) => launcherOf(commandOf("black-hole"), undefined, realEnvironment(seed)));
  const [first, second] = await Promise.all(runs.map((run) => started(run)));
  expect(await Promise.all([first?.ready(10_000), second?.ready(10_000)])).toEqual([true, true]);
  await first?.stop();
  expect(await second?.ready(10_000)).toBe(true);
  expect(second?.exit()).toBe(undefined);
});

test.runIf(existsSync("/proc/net/tcp"))("the process that listens on a port is known", async () => {
  const { port, close } = await realEnvironment(2).listen(() => ({ kind: "reply", status: 200, body: "{}" }));
  const familyOf = (pid = 0) => linuxProcesses.familyOf(pid, "no mark");
  const listensOn = (pid?: number) => familyOf(pid).listensOn(port);
  expect(listensOn(process.pid)).toBe(true);
  expect(familyOf(process.pid).ports()).toContain(port);
  // What listens came later than the first process of the machine, and before this one.
  expect(listensOn(1)).toBe(true);
  const later = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  expect(listensOn(later.pid)).toBe(false);
  expect(familyOf(later.pid).ports()).toEqual([]);
  later.kill();
  await close();
  expect(listensOn(process.pid)).toBe(undefined);
});
