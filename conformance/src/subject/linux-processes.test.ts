import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { realEnvironment } from "../environment/real-environment.js";
import { linuxProcesses } from "./linux-processes.js";

test.runIf(existsSync("/proc/net/tcp"))("the process that listens on a port is known", async () => {
  const { port, close } = await realEnvironment(2).listen(() => ({ kind: "reply", status: 200, body: "{}" }));
  const listensOn = (pid: number) => linuxProcesses.listensOn(port, pid, "no mark");
  expect(listensOn(process.pid)).toBe(true);
  expect(linuxProcesses.ports(process.pid, "no mark")).toContain(port);
  // What listens came later than the first process of the machine, and before this one.
  expect(listensOn(1)).toBe(true);
  const later = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  expect(listensOn(later.pid ?? 0)).toBe(false);
  expect(linuxProcesses.ports(later.pid ?? 0, "no mark")).toEqual([]);
  later.kill();
  await close();
  expect(listensOn(process.pid)).toBe(undefined);
});
