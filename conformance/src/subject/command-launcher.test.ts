import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { ownProcesses } from "../../test/own-processes.js";
import { realEnvironment } from "../environment/real-environment.js";
import type { AgentProcesses } from "./agent-processes.js";
import { commandLauncher } from "./command-launcher.js";
import { splitCommandLine } from "./command-line.js";
import { portableProcesses } from "./portable-processes.js";
import type { Instance, Launcher } from "./subject.js";

const environment = realEnvironment(1);
let launcher: Launcher | undefined;

afterEach(() => launcher?.close());

function launcherOf(command: string, own = environment, processes?: AgentProcesses): Launcher {
  return commandLauncher(own, { words: splitCommandLine(command) }, processes);
}

async function launch(agent: string, port?: number, processes?: AgentProcesses): Promise<Instance> {
  const file = fileURLToPath(new URL(`../../test/agents/${agent}.mjs`, import.meta.url));
  const command = `"${process.execPath}" "${file}" --port {port} --league {league}`;
  launcher = launcherOf(command, environment, processes);
  return launcher.launch({
    ...{ name: "one", league: "http://127.0.0.1:9/mcp" },
    port: port ?? (await environment.freePort()),
  });
}

test("an agent is ready when its port answers, and gone when it is stopped", async () => {
  const instance = await launch("black-hole");
  expect(await instance.ready(10_000)).toBe(true);
  await instance.stop();
  expect(await instance.exited).toMatchObject({ signal: "SIGTERM" });
  expect(instance.exit()).toBe(undefined);
  expect(await instance.ready(10_000)).toBe(false);
});

test("a launch that is still under way when the run ends starts no agent", async () => {
  const before = ownProcesses().length;
  const launching = launch("black-hole", await environment.freePort());
  await Promise.all([expect(launching).rejects.toThrow("the run has ended"), launcher?.close()]);
  expect(ownProcesses().length).toBe(before);
});

test("an agent that ends at once is not ready, and its output shows why", async () => {
  const instance = await launch("quitter");
  expect(await instance.ready(10_000)).toBe(false);
  expect(instance.exit()?.code).toBe(7);
  expect(instance.output()).toContain("cannot find the configuration");
});

test("a program that does not exist is not ready, and the output names it", async () => {
  launcher = launcherOf("/no/such/program");
  const instance = await launcher.launch({ name: "one", port: 1, league: "" });
  expect(await instance.ready(10_000)).toBe(false);
  expect(instance.output()).toContain("cannot start /no/such/program: there is no such program");
  await instance.stop();
});

test("an agent that ignores SIGTERM and forks away leaves no process behind", async () => {
  const before = ownProcesses().length;
  const instance = await launch("forker");
  expect(await instance.ready(10_000)).toBe(true);
  while (ownProcesses().length < before + 2) await new Promise((resolve) => setImmediate(resolve));
  await instance.stop();
  expect(await instance.exited).toMatchObject({ signal: "SIGKILL" });
  expect(ownProcesses().length).toBe(before);
});

test("where the started process leaves the work to another one, its exit code 0 says nothing, however soon that one ends", async () => {
  const file = fileURLToPath(new URL("../../test/agents/black-hole.mjs", import.meta.url));
  const serve = `"${process.execPath}" "${file}" --port {port}`;
  launcher = launcherOf(`sh -c '[ {name} = ends ] || ${serve} & exit 0'`);
  const start = async (name: string) =>
    launcher?.launch({ name, league: "", port: await environment.freePort() });
  const lasting = await start("lasts");
  expect(await lasting?.ready(10_000)).toBe(true);
  expect(await (await start("ends"))?.exited).toMatchObject({ code: null, signal: null });
});

test("where another process of the agent ends a little later than the started one, the exit code counts", async () => {
  launcher = launcherOf("sh -c 'sleep 0.3 & exit 0'");
  const instance = await launcher.launch({ name: "one", league: "", port: await environment.freePort() });
  expect(await instance.exited).toMatchObject({ code: 0, signal: null });
});

test("an agent is not ready when another program answers on its port", async () => {
  const { port, close } = await environment.listen(() => ({ kind: "reply", status: 200, body: "{}" }));
  const instance = await launch("portless", port);
  expect(await instance.ready(500)).toBe(false);
  expect(instance.exit()).toBe(undefined);
  expect(instance.output()).toContain(`another program listens on ${port}`);
  await close();
});

test("two runs with the same seed on one machine do not end each other's agents", async () => {
  const file = fileURLToPath(new URL("../../test/agents/black-hole.mjs", import.meta.url));
  const command = `"${process.execPath}" "${file}" --port {port}`;
  const runs = [realEnvironment(1), realEnvironment(1)].map((own) => launcherOf(command, own));
  const started = await Promise.all(
    runs.map(async (run) => run.launch({ name: "one", league: "", port: await environment.freePort() })),
  );
  for (const instance of started) expect(await instance.ready(10_000)).toBe(true);
  const [first, second] = started;
  await first?.stop();
  expect(await second?.ready(10_000)).toBe(true);
  expect(second?.exit()).toBe(undefined);
  await Promise.all(runs.map((run) => run.close()));
});

/** The ways of other systems, forced on this one. */
describe.each(["darwin", "win32"] as const)("as on %s", (os) => {
  const processes = portableProcesses(os);

  test("an agent is ready when its port answers, and gone when it is stopped", async () => {
    const instance = await launch("black-hole", undefined, processes);
    expect(await instance.ready(10_000)).toBe(true);
    await instance.stop();
    expect(await instance.exited).toMatchObject({ signal: "SIGTERM" });
    expect(await instance.ready(10_000)).toBe(false);
  });

  test("an agent that ignores SIGTERM and forks away leaves no process behind", async () => {
    const before = ownProcesses().length;
    const instance = await launch("forker", undefined, processes);
    expect(await instance.ready(10_000)).toBe(true);
    while (ownProcesses().length < before + 2) await new Promise((resolve) => setImmediate(resolve));
    await instance.stop();
    expect(await instance.exited).toMatchObject({ signal: "SIGKILL" });
    expect(ownProcesses().length).toBe(before);
  });

  test("the exit code of an agent that ends by itself counts", async () => {
    const instance = await launch("quitter", undefined, processes);
    expect(await instance.ready(10_000)).toBe(false);
    expect(instance.exit()?.code).toBe(7);
    await instance.stop();
  });

  test("an agent is not ready when another program had its port before", async () => {
    const { port, close } = await environment.listen(() => ({ kind: "reply", status: 200, body: "{}" }));
    const instance = await launch("portless", port, processes);
    expect(await instance.ready(500)).toBe(false);
    expect(instance.output()).toContain(`another program listens on ${port}`);
    await close();
  });
});
