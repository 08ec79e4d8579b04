/** What the commands do when their standard output cannot be written: one line, a status of its own, and no stack. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mustBeBuilt } from "../../../reference-agents/test/league-process.js";

beforeAll(mustBeBuilt);

const root = join(import.meta.dirname, "..", "..", "..");
const commands = [
  ["league", "reference-agents/bin/league.js play --memory --seed 7 --players 2"],
  ["league-conformance", "conformance/bin/league-conformance.js list"],
  ["league-codegen", "tools/codegen/bin/league-codegen.js --help"],
  ["create-agent", "tools/create/bin/create-agent.js --help"],
] as const;

describe.each(commands)("%s", (_name, command) => {
  /** @param rest of the shell's line */
  const status = (rest: string) => {
    const script = `set -o pipefail; "$0" ${command} ${rest}`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath], {
      cwd: root,
      encoding: "utf8",
    });
    return { ends: stdout.trim().split("\n").at(-1), lastLine: stderr.trim().split("\n").at(-1), stderr };
  };

  it.skipIf(process.platform !== "linux")("ends with 6 where the disk is full", () => {
    const { ends, lastLine, stderr } = status("> /dev/full; echo $?");
    expect(ends).toBe("6");
    expect(lastLine).toMatch(/: cannot write the standard output: no space left on device \(ENOSPC\)/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("ends as usual where its reader ends early, or no output is open", () => {
    for (const rest of ["| true; echo $?", ">&-; echo $?"]) {
      const { ends, stderr } = status(rest);
      expect(ends, rest).toBe("0");
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });
});

it("the suite names a temporary folder that cannot be made", () => {
  const [, [, program]] = commands;
  const [bin = ""] = program.split(" ");
  const { status, stderr } = spawnSync(process.execPath, [bin, "player", "--command", "no-agent {port}"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TMPDIR: "/dev/null/tmp" },
  });
  expect(status).toBe(6);
  expect(stderr).toMatch(/^error: cannot write \/dev\/null\/tmp .*: not a directory \(ENOTDIR\)\n$/);
});
