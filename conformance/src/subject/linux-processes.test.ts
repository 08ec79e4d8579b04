import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { realEnvironment } from "../environment/real-environment.js";
import { linuxProcesses } from "./linux-processes.js";

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
