import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAME = "python3";

/**
 * Where `python3` is a script that looks for Python, such as pyenv's, each start costs as much processor time as a small test: it is
 * looked for once. A script starts what was found, as a link to it would lose the packages of a virtual environment.
 * @param folder for the script. @returns the environment, in which Python is found there
 */
export function pythonFirst(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const find = ["-c", "import sys; print(sys.executable)"];
  const { status, stdout } = spawnSync(NAME, find, { env, encoding: "utf8" });
  if (status !== 0) return env;
  writeFileSync(join(folder, NAME), `#!/bin/sh\nexec '${stdout.trim()}' "$@"\n`, { mode: 0o755 });
  return { ...env, PATH: [folder, env.PATH].join(delimiter) };
}
